package io.counterpoint.bson.number;

import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * What {@code $add}, {@code $subtract}, {@code $multiply}, {@code $divide} and {@code $mod} compute for two numbers. Unlike
 * updates, aggregation turns an int64 result that does not fit into a double. Sums of more than two numbers belong into
 * {@link NumberSum}. Any thread.
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

    /** The difference. */
    public static BsonValue subtract(BsonValue left, BsonValue right) {
        return switch (NumberType.wider(left, right)) {
            case INT32 -> UpdateArithmetic.intOrLong((long) left.asInt32().getValue()
                    - right.asInt32().getValue());
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
     * The quotient: a decimal if one operand is, else a double, also of two integers. Division by zero is for the caller to
     * refuse ({@link Numbers#isZero}); here it gives what IEEE 754 says.
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
            case INT32 -> UpdateArithmetic.intOrLong((long) left.asInt32().getValue()
                    % right.asInt32().getValue());
            case INT64 -> new BsonInt64(Numbers.integer(left) % Numbers.integer(right));
            case DOUBLE -> new BsonDouble(Numbers.toDouble(left) % Numbers.toDouble(right));
            case DECIMAL -> new BsonDecimal128(Decimals.remainder(Numbers.toDecimal(left), Numbers.toDecimal(right)));
        };
    }
}
