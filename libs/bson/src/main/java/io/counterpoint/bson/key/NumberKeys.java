package io.counterpoint.bson.key;

import io.counterpoint.bson.number.Decimals;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.bson.types.Decimal128;

/**
 * The number part of {@link KeyEncoding}.
 *
 * <p>After the tag, which tells NaN, negative, zero and positive apart, stand eight bytes: the bits of the largest
 * double that is not above the magnitude, shifted left by one, since a magnitude needs no sign bit. The bit that became
 * free is 0 when the double is the magnitude: the end. Otherwise (integers beyond 2^53, most decimals) it is 1, and the
 * magnitude follows as a decimal of 34 digits: two bytes for the place of its first digit, fifteen for the digits as
 * one number. Every magnitude that is no double has 34 digits at most, so those 17 bytes are exact, and equal numbers
 * give equal bytes. Negative numbers are complemented after their tag.
 */
final class NumberKeys {
    /** Integers up to here are doubles, whatever their last bits. */
    private static final long EXACT_INTEGER_MAX = 1L << 53;

    private static final int DOUBLE_BITS = 53;
    private static final int COEFFICIENT_BYTES = 15;

    /** Brings the place of a decimal's first digit, -6176 to 6145, above zero. */
    private static final int PLACE_BIAS = 0x4000;

    private NumberKeys() {}

    static void append(KeyBuffer out, int value) {
        append(out, (double) value);
    }

    static void append(KeyBuffer out, long value) {
        if (value >= -EXACT_INTEGER_MAX && value <= EXACT_INTEGER_MAX) {
            append(out, (double) value);
            return;
        }
        // For the least int64 the magnitude is 2^63 seen as unsigned, which the shifts below treat right.
        long magnitude = Math.abs(value);
        int lostBits = Long.SIZE - DOUBLE_BITS - Long.numberOfLeadingZeros(magnitude);
        long cut = magnitude >>> lostBits << lostBits;
        if (cut == magnitude) {
            append(out, (double) value);
            return;
        }
        start(out, value < 0);
        int from = out.length();
        appendInexact(out, (double) cut, BigDecimal.valueOf(value).abs());
        finish(out, value < 0, from);
    }

    static void append(KeyBuffer out, double value) {
        if (value == 0) {
            out.appendByte(KeyTag.ZERO);
        } else if (Double.isNaN(value)) {
            out.appendByte(KeyTag.NAN);
        } else {
            start(out, value < 0);
            long bits = Double.doubleToRawLongBits(value) << 1;
            out.appendInt64BigEndian(value < 0 ? ~bits : bits);
        }
    }

    static void append(KeyBuffer out, Decimal128 value) {
        if (value.isNaN()) {
            out.appendByte(KeyTag.NAN);
            return;
        }
        if (value.isInfinite()) {
            append(out, value.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
            return;
        }
        BigDecimal magnitude = Decimals.exact(value).abs();
        if (magnitude.signum() == 0) {
            out.appendByte(KeyTag.ZERO);
            return;
        }
        boolean negative = value.isNegative();
        start(out, negative);
        int from = out.length();
        double below = largestNotAbove(magnitude);
        if (new BigDecimal(below).compareTo(magnitude) == 0) {
            out.appendInt64BigEndian(Double.doubleToRawLongBits(below) << 1);
        } else {
            appendInexact(out, below, magnitude);
        }
        finish(out, negative, from);
    }

    private static double largestNotAbove(BigDecimal magnitude) {
        double nearest = magnitude.doubleValue();
        if (Double.isInfinite(nearest)) {
            return Double.MAX_VALUE;
        }
        return new BigDecimal(nearest).compareTo(magnitude) > 0 ? Math.nextDown(nearest) : nearest;
    }

    private static void appendInexact(KeyBuffer out, double below, BigDecimal magnitude) {
        out.appendInt64BigEndian(Double.doubleToRawLongBits(below) << 1 | 1);
        int place = magnitude.precision() - magnitude.scale();
        out.appendByte((place + PLACE_BIAS) >>> 8).appendByte(place + PLACE_BIAS);
        BigInteger digits = magnitude
                .setScale(magnitude.scale() + Decimals.DIGITS_MAX - magnitude.precision())
                .unscaledValue();
        byte[] coefficient = digits.toByteArray();
        for (int i = coefficient.length; i < COEFFICIENT_BYTES; i++) {
            out.appendByte(0);
        }
        out.appendBytes(coefficient);
    }

    private static void start(KeyBuffer out, boolean negative) {
        out.appendByte(negative ? KeyTag.NEGATIVE : KeyTag.POSITIVE);
    }

    private static void finish(KeyBuffer out, boolean negative, int from) {
        if (negative) {
            out.complement(from);
        }
    }
}
