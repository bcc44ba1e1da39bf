package io.counterpoint.query;

import io.counterpoint.bson.number.Numbers;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Which values count as true: all but false, zero in any numeric type, null, undefined and what is not there. */
public final class Truth {
    private Truth() {}

    /**
     * Whether a value counts as true. NaN does.
     *
     * @param value null for a missing one
     */
    public static boolean of(@Nullable BsonValue value) {
        if (value == null) {
            return false;
        }
        return switch (value.getBsonType()) {
            case BOOLEAN -> value.asBoolean().getValue();
            case INT32, INT64, DOUBLE, DECIMAL128 -> !Numbers.isZero(value);
            case NULL, UNDEFINED -> false;
            default -> true;
        };
    }
}
