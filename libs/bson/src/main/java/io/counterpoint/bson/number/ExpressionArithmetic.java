package io.counterpoint.bson.number;

import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * What {@code $add}, {@code $subtract}, {@code $multiply}, {@code $divide} and {@code $mod} compute for two numbers.
 * Unlike updates, aggregation turns an int64 result that does not fit into a double. Any thread.
 *
 * <p>Source: MongoDB manual, "Arithmetic Expression Operators".
 */
public final class ExpressionArithmetic {
    private ExpressionArithmetic() {}

    /** The sum. */
    public static BsonValue add(BsonValue left, BsonValue right) {
        BsonValue sum = UpdateArithmetic.add(left, right);
        return sum != null ? sum : new BsonDouble(Numbers.toDouble(left) + Numbers.toDouble(right));
    }

    /**
     * The sum of any count of numbers from left to right, as {@code $add} computes it: the total is kept in the widest
     * type seen so far, with int64 behind int32, so that a detour beyond int32 leaves the result an int32. Zero for no
     * numbers. The accumulators add more exactly, with {@link NumberSum}.
     */
    public static BsonValue add(Iterable<? extends BsonValue> numbers) {
        BsonValue total = new BsonInt64(0);
        NumberType widest = NumberType.INT32;
        for (BsonValue number : numbers) {
            NumberType type = NumberType.of(number);
            widest = type.compareTo(widest) > 0 ? type : widest;
            total = add(total, number);
        }
        return widest == NumberType.INT32 && total.isInt64()
                ? UpdateArithmetic.intOrLong(total.asInt64().getValue())
                : total;
    }

    /** The difference. */
    public static BsonValue subtract(BsonValue left, BsonValue right) {
        return switch (NumberType.wider(left, right)) {
            case INT32 ->
                UpdateArithmetic.intOrLong(
                        (long) left.asInt32().getValue() - right.asInt32().getValue());
            case INT64 -> {
                long a = Numbers.integer(left);
                long b = Numbers.integer(right);
                long difference = a - b;
                boolean overflow = ((a ^ b) & (a ^ difference)) < 0;
                yield overflow ? new BsonDouble((double) a - (double) b) : new BsonInt64(difference);
            }
            case DOUBLE -> new BsonDouble(Numbers.toDouble(left) - Numbers.toDouble(right));
            case DECIMAL -> new BsonDecimal128(Decimals.subtract(Numbers.toDecimal(left), Numbers.toDecimal(right)));
        };
    }

    /** The product. */
    public static BsonValue multiply(BsonValue left, BsonValue right) {
        BsonValue product = UpdateArithmetic.multiply(left, right);
        return product != null ? product : new BsonDouble(Numbers.toDouble(left) * Numbers.toDouble(right));
    }

    /**
     * The quotient: a decimal if one operand is, else a double, also of two integers. Division by zero is for the
     * caller to refuse ({@link Numbers#isZero}); here it gives what IEEE 754 says.
     */
    public static BsonValue divide(BsonValue left, BsonValue right) {
        return NumberType.wider(left, right) == NumberType.DECIMAL
                ? new BsonDecimal128(Decimals.divide(Numbers.toDecimal(left), Numbers.toDecimal(right)))
                : new BsonDouble(Numbers.toDouble(left) / Numbers.toDouble(right));
    }

    /**
     * The remainder, with the sign of the dividend.
     *
     * @param right not zero: that is for the caller to refuse ({@link Numbers#isZero})
     */
    public static BsonValue mod(BsonValue left, BsonValue right) {
        return switch (NumberType.wider(left, right)) {
            case INT32 ->
                UpdateArithmetic.intOrLong(
                        (long) left.asInt32().getValue() % right.asInt32().getValue());
            case INT64 -> new BsonInt64(Numbers.integer(left) % Numbers.integer(right));
            case DOUBLE -> new BsonDouble(Numbers.toDouble(left) % Numbers.toDouble(right));
            case DECIMAL -> new BsonDecimal128(Decimals.remainder(Numbers.toDecimal(left), Numbers.toDecimal(right)));
        };
    }
}
