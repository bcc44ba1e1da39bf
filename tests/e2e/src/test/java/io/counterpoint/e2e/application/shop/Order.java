package io.counterpoint.e2e.application.shop;

import java.util.List;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * What a customer bought.
 *
 * @param id null until it is stored
 * @param branch the shard key, so that one shard numbers all orders of a branch
 * @param number given by the server, null before
 * @param receipt given by the application's own sequence
 */
@Document("orders")
record Order(
        @Id @Nullable ObjectId id,
        String branch,
        @Nullable Integer number,
        int receipt,
        String email,
        List<Line> lines) {
    /** So many pieces of one product. */
    record Line(String sku, int count) {}

    Order withId(ObjectId id) {
        return new Order(id, branch, number, receipt, email, lines);
    }
}
