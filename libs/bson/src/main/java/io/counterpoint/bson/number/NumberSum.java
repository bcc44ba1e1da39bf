package io.counterpoint.bson.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * A running sum of numbers of any types, as {@code $sum}, {@code $avg} and {@code $add} keep it: integers add up
 * exactly, doubles with twice their precision, decimals on their own. So the order of the numbers hardly matters, which
 * is what lets a sum be split over shards. Not thread-safe.
 */
public final class NumberSum {
    private static final BigInteger INT64_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger INT64_MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private NumberType widest = NumberType.INT32;

    /** Integers: the int64 part, and what overflowed out of it. */
    private long integers;

    private BigInteger integersCarried = BigInteger.ZERO;

    /** Doubles: the rounded sum and the error made by rounding it. */
    private double doubles;

    private double doublesError;

    /** Sum of the infinities and NaNs, kept apart since they would spoil the error term. */
    private double nonFinite;

    private Decimal128 decimals = Decimal128.POSITIVE_ZERO;

    /** Adds one number. */
    public void add(BsonValue number) {
        NumberType type = NumberType.of(number);
        if (type.compareTo(widest) > 0) {
            widest = type;
        }
        switch (type) {
            case INT32, INT64 -> addInteger(Numbers.integer(number));
            case DOUBLE -> addDouble(number.asDouble().getValue());
            case DECIMAL ->
                decimals = Decimals.add(decimals, number.asDecimal128().getValue());
        }
    }

    private void addInteger(long value) {
        long sum = integers + value;
        if (((integers ^ sum) & (value ^ sum)) < 0) {
            integersCarried = integersCarried.add(BigInteger.valueOf(integers));
            sum = value;
        }
        integers = sum;
    }

    private void addDouble(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            nonFinite += value;
            return;
        }
        // Knuth's two-sum: the error of one addition, exactly.
        double sum = doubles + value;
        double back = sum - doubles;
        doublesError += (doubles - (sum - back)) + (value - back);
        doubles = sum;
    }

    /**
     * The sum in the widest type added so far: an int32 that became too large is an int64, and an int64 that became too
     * large a double. Zero as int32 when nothing was added.
     */
    public BsonValue result() {
        return switch (widest) {
            case INT32, INT64 -> integerSum();
            case DOUBLE -> new BsonDouble(nonDecimalSum());
            case DECIMAL -> new BsonDecimal128(decimalSum());
        };
    }

    private BsonValue integerSum() {
        BigInteger exact = integersCarried.add(BigInteger.valueOf(integers));
        if (exact.compareTo(INT64_MIN) < 0 || exact.compareTo(INT64_MAX) > 0) {
            return new BsonDouble(exact.doubleValue());
        }
        return widest == NumberType.INT32
                ? UpdateArithmetic.intOrLong(exact.longValue())
                : new BsonInt64(exact.longValue());
    }

    /** True when a decimal was added: an average is then a decimal too. */
    public boolean isDecimal() {
        return widest == NumberType.DECIMAL;
    }

    /** The sum as a double, rounded once. */
    public double doubleSum() {
        return isDecimal() ? Numbers.toDouble(result()) : nonDecimalSum();
    }

    /** The sum as a decimal. */
    public Decimal128 decimalSum() {
        if (nonFinite != 0 || Double.isInfinite(doubles)) {
            return Decimals.add(decimals, Decimals.fromDouble(nonDecimalSum()));
        }
        Decimal128 integerPart = Decimals.nearest(new BigDecimal(integersCarried.add(BigInteger.valueOf(integers))));
        Decimal128 sum = Decimals.add(decimals, integerPart);
        if (doubles != 0 || doublesError != 0) {
            sum = Decimals.add(sum, Decimals.add(Decimals.fromDouble(doubles), Decimals.fromDouble(doublesError)));
        }
        return sum;
    }

    private double nonDecimalSum() {
        if (nonFinite != 0) {
            return nonFinite;
        }
        if (Double.isInfinite(doubles)) {
            return doubles;
        }
        if (integers == 0 && integersCarried.signum() == 0) {
            return doubles + doublesError;
        }
        BigDecimal exact = new BigDecimal(integersCarried.add(BigInteger.valueOf(integers)))
                .add(new BigDecimal(doubles))
                .add(new BigDecimal(doublesError));
        return exact.doubleValue();
    }
}
