package io.counterpoint.query.filter;

import io.counterpoint.bson.order.BsonOrder;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A range of values in BSON order, as an index scan takes it. Immutable.
 *
 * @param lower its lower end
 * @param lowerInclusive whether the lower end belongs to it
 * @param upper its upper end, not below the lower
 * @param upperInclusive whether the upper end belongs to it
 */
public record Interval(BsonValue lower, boolean lowerInclusive, BsonValue upper, boolean upperInclusive) {
    /** The range of one value. */
    public static Interval point(BsonValue value) {
        return new Interval(value, true, value, true);
    }

    /** Whether it holds exactly one value. */
    public boolean isPoint() {
        return lowerInclusive && upperInclusive && BsonOrder.equal(lower, upper);
    }

    /** Whether a value lies in it. */
    public boolean contains(BsonValue value) {
        int fromLower = BsonOrder.compare(value, lower);
        int fromUpper = BsonOrder.compare(value, upper);
        return (fromLower > 0 || (fromLower == 0 && lowerInclusive))
                && (fromUpper < 0 || (fromUpper == 0 && upperInclusive));
    }

    /** What lies in both; null when nothing does. */
    @Nullable
    Interval intersect(Interval other) {
        int lowers = BsonOrder.compare(lower, other.lower);
        BsonValue newLower = lowers >= 0 ? lower : other.lower;
        boolean newLowerInclusive = lowers == 0
                ? lowerInclusive && other.lowerInclusive
                : (lowers > 0 ? lowerInclusive : other.lowerInclusive);
        int uppers = BsonOrder.compare(upper, other.upper);
        BsonValue newUpper = uppers <= 0 ? upper : other.upper;
        boolean newUpperInclusive = uppers == 0
                ? upperInclusive && other.upperInclusive
                : (uppers < 0 ? upperInclusive : other.upperInclusive);
        int width = BsonOrder.compare(newLower, newUpper);
        if (width > 0 || (width == 0 && !(newLowerInclusive && newUpperInclusive))) {
            return null;
        }
        return new Interval(newLower, newLowerInclusive, newUpper, newUpperInclusive);
    }

    /** Whether this and a range that does not start below it make one range together. */
    boolean touches(Interval next) {
        int gap = BsonOrder.compare(next.lower, upper);
        return gap < 0 || (gap == 0 && (upperInclusive || next.lowerInclusive));
    }

    /** This and a range that touches it as one. */
    Interval join(Interval next) {
        int uppers = BsonOrder.compare(upper, next.upper);
        boolean inclusive = uppers == 0
                ? upperInclusive || next.upperInclusive
                : (uppers > 0 ? upperInclusive : next.upperInclusive);
        return new Interval(lower, lowerInclusive, uppers >= 0 ? upper : next.upper, inclusive);
    }

    @Override
    public String toString() {
        return (lowerInclusive ? "[" : "(") + lower + ", " + upper + (upperInclusive ? "]" : ")");
    }
}
