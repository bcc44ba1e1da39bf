package io.counterpoint.query.accumulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The first or the last so many values in an order, equal ones in the order in which they came. Keeps no more than it
 * shows. The values may carry what they are ordered by, which is taken off in the end.
 */
final class TopState implements Accumulator {
    private final int count;
    private final boolean last;
    private final Comparator<BsonValue> order;
    private final Shape shape;
    private final List<BsonValue> kept = new ArrayList<>();

    /** What is made of the kept values. */
    interface Shape {
        /** What of an added value is kept; null for nothing. */
        @Nullable
        BsonValue keep(@Nullable BsonValue added);

        /** What is shown of all that is kept, in its order. */
        BsonValue show(List<BsonValue> kept);
    }

    /**
     * An empty state.
     *
     * @param count how many values are kept, 1 or more
     * @param last whether those at the end of the order are kept instead of those at its start
     */
    TopState(int count, boolean last, Comparator<BsonValue> order, Shape shape) {
        this.count = count;
        this.last = last;
        this.order = order;
        this.shape = shape;
    }

    @Override
    public void add(@Nullable BsonValue value) {
        @Nullable BsonValue keep = shape.keep(value);
        if (keep != null) {
            insert(keep);
        }
    }

    private void insert(BsonValue value) {
        int at = kept.size();
        while (at > 0 && order.compare(value, kept.get(at - 1)) < 0) {
            at--;
        }
        kept.add(at, value);
        if (kept.size() > count) {
            kept.remove(last ? 0 : count);
        }
    }

    @Override
    public BsonValue result() {
        return shape.show(kept);
    }

    @Override
    public BsonValue partial() {
        return new BsonArray(kept);
    }

    @Override
    public void merge(BsonValue partial) {
        partial.asArray().forEach(this::insert);
    }

    /** A missing value is kept as null. */
    static BsonValue orNull(@Nullable BsonValue value) {
        return value == null ? BsonNull.VALUE : value;
    }
}
