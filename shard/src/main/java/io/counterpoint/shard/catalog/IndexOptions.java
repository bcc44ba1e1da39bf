package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/**
 * Options that not every index has. Immutable.
 *
 * @param expireAfterSeconds how long after the date in its field a document is removed; null when the index removes
 *     nothing
 */
record IndexOptions(@Nullable Integer expireAfterSeconds) {
    /** What an ordinary index has. */
    static final IndexOptions NONE = new IndexOptions(null);

    static final String EXPIRE_AFTER_SECONDS = "expireAfterSeconds";

    /**
     * Reads a specification that a client sent.
     *
     * @throws CommandException CannotCreateIndex (67) for options that do not fit the index
     */
    static IndexOptions parse(BsonDocument spec) {
        return new IndexOptions(ExpireAfterSeconds.parse(spec));
    }

    /** Reads a specification from a catalog row. */
    static IndexOptions stored(BsonDocument spec) {
        return new IndexOptions(
                spec.containsKey(EXPIRE_AFTER_SECONDS)
                        ? (Integer) spec.getInt32(EXPIRE_AFTER_SECONDS).getValue()
                        : null);
    }

    /** Adds what differs from {@link #NONE} to a specification. */
    void appendTo(BsonDocument spec) {
        if (expireAfterSeconds != null) {
            spec.append(EXPIRE_AFTER_SECONDS, new BsonInt32(expireAfterSeconds));
        }
    }

    IndexOptions withExpireAfterSeconds(int seconds) {
        return new IndexOptions(seconds);
    }
}
