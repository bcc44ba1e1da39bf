package io.counterpoint.query.window;

import static io.counterpoint.query.window.WindowArguments.refusal;

import io.counterpoint.bson.number.Decimals;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.query.expression.DateUnit;
import io.counterpoint.query.expression.Expression;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code range: [lower, upper]} with an optional {@code unit}: bounds by the value that documents are sorted by, both
 * included. {@code current} is the document itself and not those of equal value.
 *
 * @param lower the lower end
 * @param upper the upper end
 * @param unit what the bounds of dates are counted in; null for numbers
 * @param sortValue the value that documents are sorted by
 */
record RangeBounds(Bound lower, Bound upper, @Nullable DateUnit unit, Expression sortValue) implements WindowBounds {
    @Override
    public Frames frames(Partition partition) {
        BsonValue[] values = checked(partition.values(sortValue));
        int size = values.length;
        int[] starts = new int[size];
        int[] ends = new int[size];
        int start = 0;
        int end = 0;
        for (int i = 0; i < size; i++) {
            if (lower.kind() == Bound.Kind.OFFSET) {
                BsonValue least = plus(values[i], lower.amount());
                while (start < size && BsonOrder.compare(values[start], least) < 0) {
                    start++;
                }
            }
            if (upper.kind() == Bound.Kind.OFFSET) {
                BsonValue greatest = plus(values[i], upper.amount());
                while (end < size && BsonOrder.compare(values[end], greatest) <= 0) {
                    end++;
                }
            }
            starts[i] = lower.isCurrent() ? i : start;
            ends[i] = upper.isCurrent() ? i + 1 : upper.isUnbounded() ? size : end;
        }
        return new Frames(starts, ends);
    }

    private BsonValue[] checked(@Nullable BsonValue[] values) {
        BsonValue[] checked = new BsonValue[values.length];
        for (int i = 0; i < values.length; i++) {
            @Nullable BsonValue value = values[i];
            boolean date = value instanceof BsonDateTime;
            if (unit != null && !date) {
                throw refusal(
                        5429513,
                        "Invalid range: Expected the sortBy field to be a Date, but it was "
                                + SortValues.typeName(value));
            }
            if (unit == null && date) {
                throw refusal(
                        5429413,
                        "Invalid range: For windows that involve date or time ranges, a unit must be provided.");
            }
            if (value == null || (unit == null && !Numbers.isNumber(value))) {
                throw refusal(
                        5429414,
                        "Invalid range: Expected the sortBy field to be a number, but it was "
                                + SortValues.typeName(value));
            }
            checked[i] = value;
        }
        return checked;
    }

    /** Sums of numbers are decimals: the threshold must not be rounded past a document. */
    private BsonValue plus(BsonValue base, BsonValue amount) {
        if (unit == null) {
            return new BsonDecimal128(Decimals.add(Numbers.toDecimal(base), Numbers.toDecimal(amount)));
        }
        long count = Numbers.asExactLong(amount).orElseThrow();
        return new BsonDateTime(SortValues.plus(unit, base.asDateTime().getValue(), count));
    }
}
