package io.counterpoint.e2e.application.shop;

import java.time.Instant;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/** A look at the shop, forgotten after a month. */
@Document("visits")
record Visit(
        @Id @Nullable ObjectId id,
        String email,
        @Indexed(name = "month", expireAfter = "30d") Instant at) {}
