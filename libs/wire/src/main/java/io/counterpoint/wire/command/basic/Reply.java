package io.counterpoint.wire.command.basic;

import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/** Replies that are there at once. */
final class Reply {
    private Reply() {}

    static CompletableFuture<BsonDocument> of(BsonDocument document) {
        return CompletableFuture.completedFuture(document);
    }

    /** A reply of nothing but {@code ok}. */
    static CompletableFuture<BsonDocument> ok() {
        return of(new BsonDocument());
    }
}
