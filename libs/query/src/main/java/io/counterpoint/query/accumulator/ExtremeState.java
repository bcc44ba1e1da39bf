package io.counterpoint.query.accumulator;

import io.counterpoint.bson.order.BsonOrder;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The least or greatest value; null, undefined and missing ones do not take part. */
final class ExtremeState implements Accumulator {
    private final boolean greatest;
    private @Nullable BsonValue best;

    ExtremeState(boolean greatest) {
        this.greatest = greatest;
    }

    @Override
    public void add(@Nullable BsonValue value) {
        if (value == null || value.isNull() || value.getBsonType() == BsonType.UNDEFINED) {
            return;
        }
        if (best == null) {
            best = value;
            return;
        }
        int order = BsonOrder.compare(value, best);
        if (greatest ? order > 0 : order < 0) {
            best = value;
        }
    }

    @Override
    public BsonValue result() {
        return best == null ? BsonNull.VALUE : best;
    }
}
