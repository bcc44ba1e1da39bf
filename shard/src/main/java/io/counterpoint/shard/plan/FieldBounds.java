package io.counterpoint.shard.plan;

import io.counterpoint.query.ValueText;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.filter.Interval;
import java.util.List;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * Where the values of one field of an index must lie.
 *
 * @param intervals in ascending order, none touching the next; empty when no value will do
 */
record FieldBounds(List<Interval> intervals) {
    private static final Interval EVERYTHING = new Interval(new BsonMinKey(), true, new BsonMaxKey(), true);

    /** Every value. */
    static final FieldBounds ALL = new FieldBounds(List.of(EVERYTHING));

    FieldBounds {
        intervals = List.copyOf(intervals);
    }

    boolean isAll() {
        return equals(ALL);
    }

    boolean arePoints() {
        for (Interval interval : intervals) {
            if (!interval.isPoint()) {
                return false;
            }
        }
        return true;
    }

    boolean isOnePoint() {
        return intervals.size() == 1 && intervals.get(0).isPoint();
    }

    /** Whether a document without the field may be meant. */
    boolean includeNull() {
        for (Interval interval : intervals) {
            if (interval.contains(BsonNull.VALUE)) {
                return true;
            }
        }
        return false;
    }

    /**
     * As {@code indexBounds} of an explained plan shows an interval.
     *
     * @param collated whether strings are sort keys
     */
    static String text(Interval interval, boolean reversed, boolean collated) {
        String lower = text(interval.lower(), collated);
        String upper = text(interval.upper(), collated);
        return reversed
                ? (interval.upperInclusive() ? "[" : "(") + upper + ", " + lower
                        + (interval.lowerInclusive() ? "]" : ")")
                : (interval.lowerInclusive() ? "[" : "(") + lower + ", " + upper
                        + (interval.upperInclusive() ? "]" : ")");
    }

    private static String text(BsonValue value, boolean collated) {
        return collated && value.isString() ? "CollationKey(" + Collation.shown(value) + ")" : ValueText.of(value);
    }
}
