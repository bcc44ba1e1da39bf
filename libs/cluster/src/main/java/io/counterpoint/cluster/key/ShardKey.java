package io.counterpoint.cluster.key;

import io.counterpoint.bson.order.BsonOrder;
import java.util.List;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One point of the space that chunks divide: a value for each field of a {@link ShardKeyPattern}, of hashed fields the
 * hash. Immutable. Ordered field by field as BSON is; equal when that order says so, so that {@code 5} and {@code 5.0}
 * are one key.
 *
 * @param values in the order of the pattern's fields
 */
public record ShardKey(List<BsonValue> values) implements Comparable<ShardKey> {
    /** Copies the values. */
    public ShardKey {
        values = List.copyOf(values);
    }

    @Override
    public int compareTo(ShardKey other) {
        for (int i = 0; i < values.size(); i++) {
            int order = BsonOrder.compare(values.get(i), other.values.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ShardKey key && values.size() == key.values.size() && compareTo(key) == 0;
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (BsonValue value : values) {
            hash = 31 * hash + BsonOrder.hash(value);
        }
        return hash;
    }
}
