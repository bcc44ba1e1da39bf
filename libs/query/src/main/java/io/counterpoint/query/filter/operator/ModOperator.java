package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Decimals;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.LeafArray;
import io.counterpoint.query.filter.FilterNode;
import org.bson.BsonArray;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * {@code {a: {$mod: [divisor, remainder]}}}: numbers whose whole part leaves that remainder; it has the sign of the
 * number. Source: MongoDB manual, <a href="https://www.mongodb.com/docs/manual/reference/operator/query/mod/">$mod</a>.
 */
final class ModOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$mod", "a division leaves a remainder", ModOperator::parse);

    private ModOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        if (!(use.operand() instanceof BsonArray array)) {
            throw refusal("malformed mod, needs to be an array");
        }
        if (array.size() < 2) {
            throw refusal("malformed mod, not enough elements");
        }
        if (array.size() > 2) {
            throw refusal("malformed mod, too many elements");
        }
        long divisor = whole("divisor", array.get(0));
        long remainder = whole("remainder", array.get(1));
        if (divisor == 0) {
            throw refusal("divisor cannot be 0");
        }
        return new FilterNode.Path(
                FieldPath.parse(use.path()),
                "$mod",
                array,
                value -> value instanceof BsonNumber && hasWhole(value) && whole("", value) % divisor == remainder,
                LeafArray.ELEMENTS_THEN_WHOLE);
    }

    /** Whether the whole part of a number is one of 64 bits. */
    private static boolean hasWhole(BsonValue value) {
        return switch (value.getBsonType()) {
            case DOUBLE -> {
                double number = value.asDouble().getValue();
                yield number >= -0x1p63 && number < 0x1p63;
            }
            case DECIMAL128 -> {
                Decimal128 number = value.asDecimal128().getValue();
                yield number.isFinite() && Math.abs(Numbers.toDouble(value)) < 0x1p63;
            }
            default -> true;
        };
    }

    private static long whole(String which, BsonValue value) {
        return switch (value.getBsonType()) {
            case INT32 -> value.asInt32().getValue();
            case INT64 -> value.asInt64().getValue();
            case DOUBLE -> ofDouble(which, value.asDouble().getValue());
            case DECIMAL128 -> ofDecimal(which, value.asDecimal128().getValue());
            default -> throw refusal("malformed mod, " + which + " not a number");
        };
    }

    private static long ofDouble(String which, double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw notFinite(which);
        }
        if (number > 0x1p63 || number < -0x1p63) {
            throw outOfBounds(which);
        }
        // The one double just past the end passes the check and wraps around, as it does in MongoDB.
        return number == 0x1p63 ? Long.MIN_VALUE : (long) number;
    }

    private static long ofDecimal(String which, Decimal128 number) {
        if (number.isNaN() || number.isInfinite()) {
            throw notFinite(which);
        }
        if (Decimals.exact(number).abs().doubleValue() >= 0x1p63) {
            throw outOfBounds(which);
        }
        return Decimals.exact(number).longValue();
    }

    private static CommandException notFinite(String which) {
        return refusal("malformed mod, " + which
                + " value is invalid :: caused by :: Unable to coerce NaN/Inf to integral type");
    }

    private static CommandException outOfBounds(String which) {
        return refusal("malformed mod, " + which
                + " value is invalid :: caused by :: Out of bounds coercing to integral value");
    }

    private static CommandException refusal(String text) {
        return new CommandException(ErrorCode.BAD_VALUE, text);
    }
}
