package io.counterpoint.bson.path;

import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Receives the values that a path leads to. */
@FunctionalInterface
public interface PathVisitor {
    /**
     * Takes one value.
     *
     * @param value null where the path leads nowhere
     * @param arrayIndex position in the outermost array that was entered element by element on the way here, -1 if none
     *     was: what the positional operator {@code $} stands for
     * @return true to end the visit: the value is the one that was looked for
     */
    boolean visit(@Nullable BsonValue value, int arrayIndex);
}
