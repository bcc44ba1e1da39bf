package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.order.ValueOrder;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A value as a key of hash tables, equal to every value that an order calls equal: {@code 1}, {@code 1.0} and
 * {@code NumberLong(1)} are one key. Keys of different orders must not meet.
 */
final class ValueKey {
    private final BsonValue value;
    private final ValueOrder order;
    private final int hash;

    ValueKey(BsonValue value, ValueOrder order) {
        this.value = value;
        this.order = order;
        this.hash = order.hash(value);
    }

    BsonValue value() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ValueKey key && hash == key.hash && order.equal(value, key.value);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
