package io.counterpoint.query.accumulator;

import java.util.Comparator;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The value that comes first in an order; null, undefined and missing ones do not take part. */
final class ExtremeState implements Accumulator {
    private final Comparator<BsonValue> order;
    private @Nullable BsonValue best;

    ExtremeState(Comparator<BsonValue> order) {
        this.order = order;
    }

    @Override
    public void add(@Nullable BsonValue value) {
        if (value == null || value.isNull() || value.getBsonType() == BsonType.UNDEFINED) {
            return;
        }
        if (best == null || order.compare(value, best) < 0) {
            best = value;
        }
    }

    @Override
    public BsonValue result() {
        return best == null ? BsonNull.VALUE : best;
    }
}
