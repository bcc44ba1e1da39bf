package io.counterpoint.query.filter;

import io.counterpoint.bson.path.PathVisitor;
import io.counterpoint.bson.raw.RawElements;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A question about one value, without regard to where it was found: a visitor of paths that ends its visit at the first
 * value for which it holds. Pure, any thread.
 */
@FunctionalInterface
public interface ValuePredicate extends PathVisitor {
    /**
     * Answers for one value.
     *
     * @param value null when the path leads nowhere
     */
    boolean test(@Nullable BsonValue value);

    /**
     * Answers for a value that lies in bytes. Makes an object of it, unless the predicate knows better.
     *
     * @param type type number, see {@link RawElements}
     * @param valueOffset of the value's first byte
     */
    default boolean testRaw(byte[] bytes, int type, int valueOffset) {
        return test(RawElements.value(bytes, type, valueOffset));
    }

    @Override
    default boolean visit(@Nullable BsonValue value, int arrayIndex) {
        return test(value);
    }
}
