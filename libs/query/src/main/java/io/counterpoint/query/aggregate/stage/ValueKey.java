package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.order.BsonOrder;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A value as a key of hash tables, equal to every value that BSON's order calls equal: {@code 1}, {@code 1.0} and
 * {@code NumberLong(1)} are one key.
 */
final class ValueKey {
    private final BsonValue value;
    private final int hash;

    ValueKey(BsonValue value) {
        this.value = value;
        this.hash = BsonOrder.hash(value);
    }

    BsonValue value() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ValueKey key && hash == key.hash && BsonOrder.equal(value, key.value);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
