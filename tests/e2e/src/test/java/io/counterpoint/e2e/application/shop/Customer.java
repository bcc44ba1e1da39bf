package io.counterpoint.e2e.application.shop;

import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.CompoundIndex;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.mapping.Sharded;

/**
 * Somebody who buys.
 *
 * @param id null until it is stored
 * @param email also the shard key, so that its unique index holds over all shards
 */
@Document("customers")
@Sharded(shardKey = "email", immutableKey = true)
@CompoundIndex(name = "city_points", def = "{'city': 1, 'points': -1}")
record Customer(
        @Id @Nullable String id, @Indexed(unique = true) String email, String name, String city, int points) {
    Customer withId(String id) {
        return new Customer(id, email, name, city, points);
    }
}
