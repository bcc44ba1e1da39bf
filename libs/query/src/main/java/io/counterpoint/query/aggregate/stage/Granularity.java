package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.number.Decimals;
import io.counterpoint.bson.number.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Map;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Preferred numbers, which {@code $bucketAuto} takes for boundaries: the numbers of a series, times any power of ten,
 * or the powers of two. Zero stays zero. Immutable.
 *
 * <p>Source: MongoDB manual, "$bucketAuto (aggregation)", "Granularity"; ISO 3 for the series R, IEC 60063 for E.
 */
final class Granularity {
    private static final String POWERS_OF_TWO = "POWERSOF2";

    private static final Map<String, int[]> SERIES = Map.ofEntries(
            Map.entry("R5", new int[] {10, 16, 25, 40, 63}),
            Map.entry("R10", new int[] {100, 125, 160, 200, 250, 315, 400, 500, 630, 800}),
            Map.entry("R20", new int[] {
                100, 112, 125, 140, 160, 180, 200, 224, 250, 280, 315, 355, 400, 450, 500, 560, 630, 710, 800, 900
            }),
            Map.entry("R40", new int[] {
                100, 106, 112, 118, 125, 132, 140, 150, 160, 170, 180, 190, 200, 212, 224, 236, 250, 265, 280, 300, 315,
                355, 375, 400, 425, 450, 475, 500, 530, 560, 600, 630, 670, 710, 750, 800, 850, 900, 950
            }),
            Map.entry("R80", new int[] {
                103, 109, 115, 122, 128, 136, 145, 155, 165, 175, 185, 195, 206, 218, 230, 243, 258, 272, 290, 307, 325,
                345, 365, 387, 412, 437, 462, 487, 515, 545, 575, 615, 650, 690, 730, 775, 825, 875, 925, 975
            }),
            Map.entry("1-2-5", new int[] {10, 20, 50}),
            Map.entry("E6", new int[] {10, 15, 22, 33, 47, 68}),
            Map.entry("E12", new int[] {10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82}),
            Map.entry("E24", new int[] {
                10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91
            }),
            Map.entry("E48", new int[] {
                100, 105, 110, 115, 121, 127, 133, 140, 147, 154, 162, 169, 178, 187, 196, 205, 215, 226, 237, 249, 261,
                274, 287, 301, 316, 332, 348, 365, 383, 402, 422, 442, 464, 487, 511, 536, 562, 590, 619, 649, 681, 715,
                750, 787, 825, 866, 909, 953
            }),
            Map.entry("E96", new int[] {
                100, 102, 105, 107, 110, 113, 115, 118, 121, 124, 127, 130, 133, 137, 140, 143, 147, 150, 154, 158, 162,
                165, 169, 174, 178, 182, 187, 191, 196, 200, 205, 210, 215, 221, 226, 232, 237, 243, 249, 255, 261, 267,
                274, 280, 287, 294, 301, 309, 316, 324, 332, 340, 348, 357, 365, 374, 383, 392, 402, 412, 422, 432, 442,
                453, 464, 475, 487, 499, 511, 523, 536, 549, 562, 576, 590, 604, 619, 634, 649, 665, 681, 698, 715, 732,
                750, 768, 787, 806, 825, 845, 866, 887, 909, 931, 953, 976
            }),
            Map.entry("E192", new int[] {
                100, 101, 102, 104, 105, 106, 107, 109, 110, 111, 113, 114, 115, 117, 118, 120, 121, 123, 124, 126, 127,
                129, 130, 132, 133, 135, 137, 138, 140, 142, 143, 145, 147, 149, 150, 152, 154, 156, 158, 160, 162, 164,
                165, 167, 169, 172, 174, 176, 178, 180, 182, 184, 187, 189, 191, 193, 196, 198, 200, 203, 205, 208, 210,
                213, 215, 218, 221, 223, 226, 229, 232, 234, 237, 240, 243, 246, 249, 252, 255, 258, 261, 264, 267, 271,
                274, 277, 280, 284, 287, 291, 294, 298, 301, 305, 309, 312, 316, 320, 324, 328, 332, 336, 340, 344, 348,
                352, 357, 361, 365, 370, 374, 379, 383, 388, 392, 397, 402, 407, 412, 417, 422, 427, 432, 437, 442, 448,
                453, 459, 464, 470, 475, 481, 487, 493, 499, 505, 511, 517, 523, 530, 536, 542, 549, 556, 562, 569, 576,
                583, 590, 597, 604, 612, 619, 626, 634, 642, 649, 657, 665, 673, 681, 690, 698, 706, 715, 723, 732, 741,
                750, 759, 768, 777, 787, 796, 806, 816, 825, 835, 845, 856, 866, 876, 887, 898, 909, 920, 931, 942, 953,
                965, 976, 988
            }));

    /** Ascending; null for the powers of two. */
    private final int @Nullable [] series;

    private Granularity(int @Nullable [] series) {
        this.series = series;
    }

    /** The granularity of a name; null when there is none. */
    static @Nullable Granularity of(String name) {
        if (name.equals(POWERS_OF_TWO)) {
            return new Granularity(null);
        }
        int[] series = SERIES.get(name);
        return series == null ? null : new Granularity(series);
    }

    /** The least preferred number above a number that is not negative; zero for zero. */
    BsonValue above(BsonValue number) {
        return next(number, true);
    }

    /** The greatest preferred number below a number that is not negative; zero for zero. */
    BsonValue below(BsonValue number) {
        return next(number, false);
    }

    private BsonValue next(BsonValue number, boolean up) {
        if (Numbers.isZero(number) || !Double.isFinite(Numbers.toDouble(number))) {
            return number;
        }
        BigDecimal exact = Decimals.exact(Numbers.toDecimal(number));
        return series == null ? powerOfTwo(number, exact, up) : preferred(series, number, exact, up);
    }

    private static BsonValue preferred(int[] series, BsonValue number, BigDecimal exact, boolean up) {
        int digits = Integer.toString(series[0]).length();
        // The power of ten that brings the number among those of the series, or below the first of them.
        int power = exact.precision() - exact.scale() - digits;
        BigDecimal scaled = exact.scaleByPowerOfTen(-power);
        BigDecimal found = up ? above(series, scaled) : below(series, scaled);
        BigDecimal result = found.scaleByPowerOfTen(power);
        return number.getBsonType() == BsonType.DECIMAL128
                ? new BsonDecimal128(Decimals.nearest(result))
                : new BsonDouble(result.doubleValue());
    }

    private static BigDecimal above(int[] series, BigDecimal number) {
        return Arrays.stream(series)
                .mapToObj(BigDecimal::new)
                .filter(candidate -> candidate.compareTo(number) > 0)
                .findFirst()
                .orElse(new BigDecimal(series[0]).scaleByPowerOfTen(1));
    }

    private static BigDecimal below(int[] series, BigDecimal number) {
        BigDecimal found = new BigDecimal(series[series.length - 1]).scaleByPowerOfTen(-1);
        for (int candidate : series) {
            BigDecimal value = new BigDecimal(candidate);
            if (value.compareTo(number) < 0) {
                found = value;
            }
        }
        return found;
    }

    private static BsonValue powerOfTwo(BsonValue number, BigDecimal exact, boolean up) {
        int exponent = Math.getExponent(Numbers.toDouble(number));
        while (power(exponent).compareTo(exact) > 0) {
            exponent--;
        }
        while (power(exponent + 1).compareTo(exact) <= 0) {
            exponent++;
        }
        // Now 2^exponent <= number < 2^(exponent + 1).
        int wanted = up ? exponent + 1 : power(exponent).compareTo(exact) < 0 ? exponent : exponent - 1;
        BigDecimal result = power(wanted);
        return switch (number.getBsonType()) {
            case DECIMAL128 -> new BsonDecimal128(Decimals.nearest(result));
            case DOUBLE -> new BsonDouble(result.doubleValue());
            default -> whole(wanted, result);
        };
    }

    private static BsonValue whole(int exponent, BigDecimal result) {
        if (exponent < 0 || exponent > 62) {
            return new BsonDouble(result.doubleValue());
        }
        return exponent < 31 ? new BsonInt32(1 << exponent) : new BsonInt64(1L << exponent);
    }

    private static BigDecimal power(int exponent) {
        return exponent >= 0
                ? BigDecimal.valueOf(2).pow(exponent)
                : BigDecimal.ONE.divide(BigDecimal.valueOf(2).pow(-exponent), MathContext.UNLIMITED);
    }
}
