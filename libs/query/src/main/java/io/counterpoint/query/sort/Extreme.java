package io.counterpoint.query.sort;

import io.counterpoint.bson.order.BsonOrder;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The least or the greatest of the values it has seen; null value when there were none. */
final class Extreme {
    private final boolean least;
    private @Nullable BsonValue best;

    Extreme(boolean least) {
        this.least = least;
    }

    void add(BsonValue value) {
        int order = best == null ? 0 : BsonOrder.compare(value, best);
        if (best == null || (least ? order < 0 : order > 0)) {
            best = value;
        }
    }

    BsonValue value() {
        return best == null ? BsonNull.VALUE : best;
    }
}
