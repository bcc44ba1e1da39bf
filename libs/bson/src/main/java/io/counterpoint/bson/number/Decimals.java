package io.counterpoint.bson.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.bson.types.Decimal128;

/**
 * Arithmetic of 128-bit decimals: IEEE 754-2008, 34 digits, ties to even, with its infinities, NaN and signed zeros.
 * Any thread.
 */
public final class Decimals {
    /** Significant digits of a decimal128. */
    public static final int DIGITS_MAX = 34;

    private static final int EXPONENT_MIN = -6176;
    private static final int EXPONENT_MAX = 6111;

    /** Significant digits of a double that becomes a decimal, as MongoDB converts it. */
    private static final int DOUBLE_DIGITS = 15;

    private static final MathContext ROUNDING = MathContext.DECIMAL128;
    private static final MathContext DOUBLE_ROUNDING = new MathContext(DOUBLE_DIGITS, RoundingMode.HALF_EVEN);
    private static final BigInteger COEFFICIENT_END = BigInteger.TEN.pow(DIGITS_MAX);

    private Decimals() {}

    /**
     * The exact value of a finite decimal; a negative zero becomes zero. Encodings of no canonical number count as
     * zero, as the standard demands.
     */
    public static BigDecimal exact(Decimal128 value) {
        if (!value.isFinite()) {
            throw new IllegalArgumentException("not a finite number: " + value);
        }
        long high = value.getHigh();
        long low = value.getLow();
        if ((high >>> 61 & 3) == 3) {
            int exponent = (int) (high >>> 47 & 0x3FFF) + EXPONENT_MIN;
            return new BigDecimal(BigInteger.ZERO, -exponent);
        }
        int exponent = (int) (high >>> 49 & 0x3FFF) + EXPONENT_MIN;
        long coefficientHigh = high & 0x1FFFFFFFFFFFFL;
        BigDecimal magnitude = coefficientHigh == 0 && low >= 0
                ? BigDecimal.valueOf(low, -exponent)
                : new BigDecimal(coefficient(coefficientHigh, low), -exponent);
        return value.isNegative() ? magnitude.negate() : magnitude;
    }

    private static BigInteger coefficient(long high, long low) {
        byte[] bytes = new byte[16];
        for (int i = 0; i < 8; i++) {
            bytes[i] = (byte) (high >>> (56 - 8 * i));
            bytes[8 + i] = (byte) (low >>> (56 - 8 * i));
        }
        BigInteger coefficient = new BigInteger(1, bytes);
        return coefficient.compareTo(COEFFICIENT_END) < 0 ? coefficient : BigInteger.ZERO;
    }

    /** The decimal nearest to a number, ties to even; beyond the largest an infinity, below the least a zero. */
    public static Decimal128 nearest(BigDecimal value) {
        return nearest(value, value.signum() < 0);
    }

    private static Decimal128 nearest(BigDecimal value, boolean negative) {
        // One rounding only: to 34 digits, or to the least exponent where fewer digits are left.
        BigDecimal rounded =
                value.scale() > -EXPONENT_MIN && value.precision() - (value.scale() + EXPONENT_MIN) <= DIGITS_MAX
                        ? value.setScale(-EXPONENT_MIN, RoundingMode.HALF_EVEN)
                        : value.round(ROUNDING);
        if (rounded.signum() == 0) {
            return zero(negative, -rounded.scale());
        }
        if (-rounded.scale() > EXPONENT_MAX) {
            int digits = rounded.precision() + -rounded.scale() - EXPONENT_MAX;
            if (digits > DIGITS_MAX) {
                return infinity(negative);
            }
            rounded = rounded.setScale(-EXPONENT_MAX);
        }
        return new Decimal128(rounded);
    }

    /** The decimal of a double with 15 significant digits: what MongoDB makes of a double that meets a decimal. */
    public static Decimal128 fromDouble(double value) {
        if (Double.isNaN(value)) {
            return Decimal128.NaN;
        }
        if (Double.isInfinite(value)) {
            return infinity(value < 0);
        }
        if (value == 0) {
            return zero(1 / value < 0, 0);
        }
        BigDecimal rounded = new BigDecimal(value).round(DOUBLE_ROUNDING);
        return new Decimal128(rounded.setScale(rounded.scale() + DOUBLE_DIGITS - rounded.precision()));
    }

    /** The sum. */
    public static Decimal128 add(Decimal128 left, Decimal128 right) {
        if (left.isNaN() || right.isNaN()) {
            return Decimal128.NaN;
        }
        if (left.isInfinite()) {
            return right.isInfinite() && left.isNegative() != right.isNegative() ? Decimal128.NaN : left;
        }
        if (right.isInfinite()) {
            return right;
        }
        return nearest(exact(left).add(exact(right), ROUNDING), left.isNegative() && right.isNegative());
    }

    /** The difference. */
    public static Decimal128 subtract(Decimal128 left, Decimal128 right) {
        return add(left, negate(right));
    }

    /** The same number with the other sign; NaN stays NaN. */
    public static Decimal128 negate(Decimal128 value) {
        return value.isNaN()
                ? value
                : Decimal128.fromIEEE754BIDEncoding(value.getHigh() ^ Long.MIN_VALUE, value.getLow());
    }

    /** The product. */
    public static Decimal128 multiply(Decimal128 left, Decimal128 right) {
        if (left.isNaN() || right.isNaN()) {
            return Decimal128.NaN;
        }
        boolean negative = left.isNegative() != right.isNegative();
        if (left.isInfinite() || right.isInfinite()) {
            return isZero(left) || isZero(right) ? Decimal128.NaN : infinity(negative);
        }
        return nearest(exact(left).multiply(exact(right)), negative);
    }

    /** The quotient; by zero it is an infinity, or NaN when zero itself is divided. */
    public static Decimal128 divide(Decimal128 left, Decimal128 right) {
        if (left.isNaN() || right.isNaN() || (left.isInfinite() && right.isInfinite())) {
            return Decimal128.NaN;
        }
        boolean negative = left.isNegative() != right.isNegative();
        if (left.isInfinite()) {
            return infinity(negative);
        }
        if (right.isInfinite()) {
            return zero(negative, 0);
        }
        if (isZero(right)) {
            return isZero(left) ? Decimal128.NaN : infinity(negative);
        }
        return nearest(exact(left).divide(exact(right), ROUNDING), negative);
    }

    /** The remainder of the quotient cut towards zero; it has the sign of the dividend. By zero it is NaN. */
    public static Decimal128 remainder(Decimal128 left, Decimal128 right) {
        if (left.isNaN() || right.isNaN() || left.isInfinite() || isZero(right)) {
            return Decimal128.NaN;
        }
        if (right.isInfinite()) {
            return left;
        }
        return nearest(remainder(exact(left), exact(right)), left.isNegative());
    }

    /**
     * The remainder without writing out the quotient, which may have twelve thousand digits: powers of ten are taken
     * modulo the divisor.
     */
    private static BigDecimal remainder(BigDecimal left, BigDecimal right) {
        if (left.abs().compareTo(right.abs()) < 0) {
            return left;
        }
        BigInteger divisor = right.unscaledValue().abs();
        int shift = right.scale() - left.scale();
        if (shift < 0) {
            // Not large: the dividend is no less than the divisor, and neither has more than 34 digits.
            return left.remainder(right);
        }
        BigInteger power = BigInteger.TEN.modPow(BigInteger.valueOf(shift), divisor);
        BigInteger magnitude = left.unscaledValue().abs().multiply(power).mod(divisor);
        BigDecimal remainder = new BigDecimal(magnitude, right.scale());
        return left.signum() < 0 ? remainder.negate() : remainder;
    }

    /** True for the zeros of both signs and all exponents. */
    public static boolean isZero(Decimal128 value) {
        return value.isFinite() && exact(value).signum() == 0;
    }

    /** NaN below everything, then by exact value; all zeros are equal. */
    public static int compare(Decimal128 left, Decimal128 right) {
        if (left.isNaN() || right.isNaN()) {
            return Boolean.compare(!left.isNaN(), !right.isNaN());
        }
        if (left.isInfinite() || right.isInfinite()) {
            return Integer.compare(infinitySign(left), infinitySign(right));
        }
        return exact(left).compareTo(exact(right));
    }

    private static int infinitySign(Decimal128 value) {
        return value.isFinite() ? 0 : value.isNegative() ? -1 : 1;
    }

    private static Decimal128 infinity(boolean negative) {
        return negative ? Decimal128.NEGATIVE_INFINITY : Decimal128.POSITIVE_INFINITY;
    }

    private static Decimal128 zero(boolean negative, int exponent) {
        int biased = Math.min(Math.max(exponent, EXPONENT_MIN), EXPONENT_MAX) - EXPONENT_MIN;
        return Decimal128.fromIEEE754BIDEncoding((negative ? Long.MIN_VALUE : 0) | ((long) biased << 49), 0);
    }
}
