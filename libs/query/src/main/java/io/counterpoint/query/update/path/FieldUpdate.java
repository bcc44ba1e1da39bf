package io.counterpoint.query.update.path;

import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What an operator does to the value at the end of its path. Immutable; any thread; never changes the value it is
 * given.
 */
public interface FieldUpdate {
    /** What happens where the path ends before its last part. */
    enum MissingPath {
        /** The missing documents are created; a path that cannot be created is an error. */
        CREATE,
        /** Nothing happens, but a path that could not be created is an error. */
        SKIP_VIABLE,
        /** Nothing happens. */
        SKIP
    }

    /**
     * The value to store at the path.
     *
     * @param current the value there, null for none
     * @param spot where it stands
     * @return the new value, {@code current} itself for no change, null for no value
     */
    @Nullable
    BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context);

    /** What happens where the path ends before its last part. */
    MissingPath missingPath();

    /**
     * Whether the update does anything in this context; {@code $setOnInsert} does nothing unless a document is
     * inserted.
     */
    default boolean appliesIn(UpdateContext context) {
        return true;
    }
}
