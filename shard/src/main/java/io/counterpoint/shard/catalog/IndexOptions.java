package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.query.collation.Collation;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Options that not every index has. Immutable.
 *
 * @param expireAfterSeconds how long after the date in its field a document is removed; null when the index removes
 *     nothing
 * @param wildcardProjection which paths a wildcard index files; null for all, and for other indexes
 * @param prepareUnique whether new duplicates are refused, so that the index can be made unique; those that are stored
 *     stay
 * @param collation by which texts are filed; null until it is known, for an index that takes its collection's
 */
record IndexOptions(
        @Nullable Integer expireAfterSeconds,
        @Nullable BsonDocument wildcardProjection,
        boolean prepareUnique,
        @Nullable Collation collation) {
    /** What an ordinary index has. */
    static final IndexOptions NONE = new IndexOptions(null, null, false, Collation.SIMPLE);

    static final String COLLATION = "collation";
    static final String EXPIRE_AFTER_SECONDS = "expireAfterSeconds";
    static final String PREPARE_UNIQUE = "prepareUnique";
    static final String WILDCARD_PROJECTION = "wildcardProjection";

    /**
     * Reads a specification that a client sent.
     *
     * @throws CommandException CannotCreateIndex (67) for options that do not fit the index, others, and what
     *     {@link Collation#parse} says
     */
    static IndexOptions parse(BsonDocument spec) {
        return new IndexOptions(
                ExpireAfterSeconds.parse(spec),
                WildcardPaths.parseProjection(spec),
                prepareUnique(spec),
                spec.get(COLLATION) instanceof BsonDocument collation ? Collation.parse(collation) : null);
    }

    /** Reads a specification from a catalog row. */
    static IndexOptions stored(BsonDocument spec) {
        return new IndexOptions(
                spec.containsKey(EXPIRE_AFTER_SECONDS)
                        ? (Integer) spec.getInt32(EXPIRE_AFTER_SECONDS).getValue()
                        : null,
                spec.containsKey(WILDCARD_PROJECTION) ? spec.getDocument(WILDCARD_PROJECTION) : null,
                spec.containsKey(PREPARE_UNIQUE),
                Collation.ofOptions(spec));
    }

    /** Adds what differs from {@link #NONE} to a specification. */
    void appendTo(BsonDocument spec) {
        if (expireAfterSeconds != null) {
            spec.append(EXPIRE_AFTER_SECONDS, new BsonInt32(expireAfterSeconds));
        }
        if (wildcardProjection != null) {
            spec.append(WILDCARD_PROJECTION, wildcardProjection);
        }
        if (prepareUnique) {
            spec.append(PREPARE_UNIQUE, BsonBoolean.TRUE);
        }
        if (collation != null && !collation.isSimple()) {
            spec.append(COLLATION, collation.toDocument());
        }
    }

    IndexOptions withExpireAfterSeconds(int seconds) {
        return new IndexOptions(seconds, wildcardProjection, prepareUnique, collation);
    }

    IndexOptions withPrepareUnique(boolean prepared) {
        return new IndexOptions(expireAfterSeconds, wildcardProjection, prepared, collation);
    }

    IndexOptions withCollation(Collation known) {
        return new IndexOptions(expireAfterSeconds, wildcardProjection, prepareUnique, known);
    }

    private static boolean prepareUnique(BsonDocument spec) {
        BsonValue value = spec.get(PREPARE_UNIQUE);
        return value != null && IndexSpecParser.truth(PREPARE_UNIQUE, value);
    }
}
