package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.query.collation.Collation;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/**
 * Options that not every index has. Immutable.
 *
 * @param expireAfterSeconds how long after the date in its field a document is removed; null when the index removes
 *     nothing
 * @param collation by which texts are filed; null until it is known, for an index that takes its collection's
 */
record IndexOptions(
        @Nullable Integer expireAfterSeconds, @Nullable Collation collation) {
    /** What an ordinary index has. */
    static final IndexOptions NONE = new IndexOptions(null, Collation.SIMPLE);

    static final String EXPIRE_AFTER_SECONDS = "expireAfterSeconds";
    static final String COLLATION = "collation";

    /**
     * Reads a specification that a client sent.
     *
     * @throws CommandException CannotCreateIndex (67) for options that do not fit the index, and what
     *     {@link Collation#parse} says
     */
    static IndexOptions parse(BsonDocument spec) {
        return new IndexOptions(
                ExpireAfterSeconds.parse(spec),
                spec.get(COLLATION) instanceof BsonDocument collation ? Collation.parse(collation) : null);
    }

    /** Reads a specification from a catalog row. */
    static IndexOptions stored(BsonDocument spec) {
        return new IndexOptions(
                spec.containsKey(EXPIRE_AFTER_SECONDS)
                        ? (Integer) spec.getInt32(EXPIRE_AFTER_SECONDS).getValue()
                        : null,
                Collation.ofOptions(spec));
    }

    /** Adds what differs from {@link #NONE} to a specification. */
    void appendTo(BsonDocument spec) {
        if (expireAfterSeconds != null) {
            spec.append(EXPIRE_AFTER_SECONDS, new BsonInt32(expireAfterSeconds));
        }
        if (collation != null && !collation.isSimple()) {
            spec.append(COLLATION, collation.toDocument());
        }
    }

    IndexOptions withExpireAfterSeconds(int seconds) {
        return new IndexOptions(seconds, collation);
    }

    IndexOptions withCollation(Collation known) {
        return new IndexOptions(expireAfterSeconds, known);
    }
}
