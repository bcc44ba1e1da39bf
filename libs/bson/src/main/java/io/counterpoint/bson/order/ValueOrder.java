package io.counterpoint.bson.order;

import java.util.Comparator;
import org.bson.BsonValue;

/**
 * A total order of values, with the equality and hash that go with it: {@link BinaryOrder}, which is {@link BsonOrder},
 * or one in which texts stand as a language has them ({@link CollatedOrder}). Chosen once for an operation and handed
 * to whatever compares. Immutable; any thread.
 */
public interface ValueOrder extends Comparator<BsonValue> {
    /** Compares two values: negative, zero or positive. */
    @Override
    int compare(BsonValue left, BsonValue right);

    /** True when neither value is less than the other. */
    default boolean equal(BsonValue left, BsonValue right) {
        return compare(left, right) == 0;
    }

    /** A hash such that equal values ({@link #equal}) have equal hashes. */
    int hash(BsonValue value);

    /**
     * A stand-in for a value, such that {@link BsonOrder} puts the stand-ins in the order in which this one puts the
     * values: what an index stores, and what is computed once where a value is compared often. Of the value's type; the
     * value itself when there is no text in it, always in {@link BinaryOrder}. Not meant for anybody's eyes.
     */
    BsonValue keyOf(BsonValue value);
}
