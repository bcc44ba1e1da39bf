package io.counterpoint.bson.number;

import java.math.BigDecimal;
import java.util.OptionalLong;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * Numbers whatever their type: int32, int64, double and decimal128 are compared by the value they stand for, exactly.
 * Any thread.
 *
 * <p>Source: MongoDB manual, "Comparison/Sort Order".
 */
public final class Numbers {
    /** 2^63, the least double above every int64. */
    private static final double INT64_END = 0x1p63;

    private Numbers() {}

    /** True for int32, int64, double and decimal128. */
    public static boolean isNumber(BsonValue value) {
        return isNumber(value.getBsonType());
    }

    /** True for int32, int64, double and decimal128. */
    public static boolean isNumber(BsonType type) {
        return type == BsonType.INT32
                || type == BsonType.INT64
                || type == BsonType.DOUBLE
                || type == BsonType.DECIMAL128;
    }

    /** True for a double or decimal that is not a number; false for anything that is no number type at all. */
    public static boolean isNaN(BsonValue value) {
        return (value.isDouble() && Double.isNaN(value.asDouble().getValue()))
                || (value.isDecimal128() && value.asDecimal128().getValue().isNaN());
    }

    /** True for zero of any type and sign. */
    public static boolean isZero(BsonValue number) {
        return switch (number.getBsonType()) {
            case INT32 -> number.asInt32().getValue() == 0;
            case INT64 -> number.asInt64().getValue() == 0;
            case DOUBLE -> number.asDouble().getValue() == 0;
            case DECIMAL128 -> Decimals.isZero(number.asDecimal128().getValue());
            default -> throw notANumber(number);
        };
    }

    /** Compares two numbers: NaN first (equal to itself), then by exact value; zeros of both signs are equal. */
    public static int compare(BsonValue left, BsonValue right) {
        BsonType leftType = left.getBsonType();
        BsonType rightType = right.getBsonType();
        if (leftType == BsonType.DECIMAL128 || rightType == BsonType.DECIMAL128) {
            return compareDecimal(left, right);
        }
        if (leftType == BsonType.DOUBLE) {
            double leftDouble = left.asDouble().getValue();
            return rightType == BsonType.DOUBLE
                    ? compare(leftDouble, right.asDouble().getValue())
                    : compare(leftDouble, integer(right));
        }
        return rightType == BsonType.DOUBLE
                ? -compare(right.asDouble().getValue(), integer(left))
                : Long.compare(integer(left), integer(right));
    }

    /** Compares two doubles as {@link #compare(BsonValue, BsonValue)} does. */
    public static int compare(double left, double right) {
        if (left < right) {
            return -1;
        }
        if (left > right) {
            return 1;
        }
        return left == right ? 0 : Boolean.compare(!Double.isNaN(left), !Double.isNaN(right));
    }

    /** Compares a double and an int64 by their exact values; NaN is less than all integers. */
    public static int compare(double left, long right) {
        if (left >= INT64_END) {
            return 1;
        }
        if (!(left >= -INT64_END)) {
            // Too small, or NaN.
            return -1;
        }
        long whole = (long) left;
        return whole != right ? Long.compare(whole, right) : (int) Math.signum(left - whole);
    }

    private static int compareDecimal(BsonValue left, BsonValue right) {
        if (left.isDecimal128() && right.isDecimal128()) {
            return Decimals.compare(
                    left.asDecimal128().getValue(), right.asDecimal128().getValue());
        }
        return left.isDecimal128()
                ? compareDecimal(left.asDecimal128().getValue(), right)
                : -compareDecimal(right.asDecimal128().getValue(), left);
    }

    private static int compareDecimal(Decimal128 left, BsonValue right) {
        double special = left.isFinite() ? 0 : left.doubleValue();
        if (right.isDouble()) {
            double rightDouble = right.asDouble().getValue();
            if (!left.isFinite() || Double.isNaN(rightDouble) || Double.isInfinite(rightDouble)) {
                return compare(special, rightDouble);
            }
            return Decimals.exact(left).compareTo(new BigDecimal(rightDouble));
        }
        long rightLong = integer(right);
        return left.isFinite()
                ? Decimals.exact(left).compareTo(BigDecimal.valueOf(rightLong))
                : compare(special, rightLong);
    }

    /** A hash that equal numbers of different types share. */
    public static int hash(BsonValue number) {
        return switch (number.getBsonType()) {
            case INT32, INT64 -> Long.hashCode(integer(number));
            case DOUBLE -> hash(number.asDouble().getValue());
            default -> {
                OptionalLong exact = asExactLong(number);
                // A decimal that equals a double converts to it exactly.
                yield exact.isPresent() ? Long.hashCode(exact.getAsLong()) : Double.hashCode(toDouble(number));
            }
        };
    }

    private static int hash(double value) {
        return value == (long) value && value < INT64_END ? Long.hashCode((long) value) : Double.hashCode(value);
    }

    /**
     * The number as an int64, if it is a whole number in that range: int32, int64, or a double or decimal without
     * fraction.
     *
     * @return empty for other numbers and for values that are no numbers
     */
    public static OptionalLong asExactLong(BsonValue value) {
        return switch (value.getBsonType()) {
            case INT32, INT64 -> OptionalLong.of(integer(value));
            case DOUBLE -> asExactLong(value.asDouble().getValue());
            case DECIMAL128 -> asExactLong(value.asDecimal128().getValue());
            default -> OptionalLong.empty();
        };
    }

    private static OptionalLong asExactLong(double value) {
        return value == Math.rint(value) && value >= -INT64_END && value < INT64_END
                ? OptionalLong.of((long) value)
                : OptionalLong.empty();
    }

    private static OptionalLong asExactLong(Decimal128 value) {
        if (!value.isFinite()) {
            return OptionalLong.empty();
        }
        BigDecimal exact = Decimals.exact(value);
        if (exact.signum() == 0) {
            return OptionalLong.of(0);
        }
        // Digits before the decimal point; the check keeps 1E+6000 from being written out.
        int wholeDigits = exact.precision() - exact.scale();
        if (wholeDigits < 1 || wholeDigits > 19) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(exact.longValueExact());
        } catch (ArithmeticException e) {
            return OptionalLong.empty();
        }
    }

    /** The nearest double. */
    public static double toDouble(BsonValue number) {
        return switch (number.getBsonType()) {
            case INT32 -> number.asInt32().getValue();
            case INT64 -> number.asInt64().getValue();
            case DOUBLE -> number.asDouble().getValue();
            case DECIMAL128 -> toDouble(number.asDecimal128().getValue());
            default -> throw notANumber(number);
        };
    }

    private static double toDouble(Decimal128 value) {
        if (value.isNaN()) {
            return Double.NaN;
        }
        if (value.isInfinite()) {
            return value.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        double magnitude = Decimals.exact(value).abs().doubleValue();
        return value.isNegative() ? -magnitude : magnitude;
    }

    /** The decimal: exact for integers, with 15 digits for doubles, as MongoDB converts them. */
    public static Decimal128 toDecimal(BsonValue number) {
        return switch (number.getBsonType()) {
            case INT32 -> new Decimal128(number.asInt32().getValue());
            case INT64 -> new Decimal128(number.asInt64().getValue());
            case DOUBLE -> Decimals.fromDouble(number.asDouble().getValue());
            case DECIMAL128 -> number.asDecimal128().getValue();
            default -> throw notANumber(number);
        };
    }

    /** The value of an int32 or int64. */
    static long integer(BsonValue number) {
        return number.isInt32() ? number.asInt32().getValue() : number.asInt64().getValue();
    }

    static IllegalArgumentException notANumber(BsonValue value) {
        return new IllegalArgumentException("not a number: " + value.getBsonType());
    }
}
