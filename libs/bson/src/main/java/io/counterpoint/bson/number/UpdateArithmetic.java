package io.counterpoint.bson.number;

import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What {@code $inc} and {@code $mul} compute. The wider type wins: decimal over double over int64 over int32; two int32
 * give an int64 where the result needs one. Any thread.
 *
 * <p>Source: MongoDB manual, {@code $inc} and {@code $mul}.
 */
public final class UpdateArithmetic {
    private UpdateArithmetic() {}

    /**
     * The sum of two numbers.
     *
     * @return null when two integers have a sum beyond int64, which an update refuses
     */
    public static @Nullable BsonValue add(BsonValue left, BsonValue right) {
        return switch (NumberType.wider(left, right)) {
            case INT32 ->
                intOrLong((long) left.asInt32().getValue() + right.asInt32().getValue());
            case INT64 -> {
                long a = Numbers.integer(left);
                long b = Numbers.integer(right);
                long sum = a + b;
                boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
                yield overflow ? null : new BsonInt64(sum);
            }
            case DOUBLE -> new BsonDouble(Numbers.toDouble(left) + Numbers.toDouble(right));
            case DECIMAL -> new BsonDecimal128(Decimals.add(Numbers.toDecimal(left), Numbers.toDecimal(right)));
        };
    }

    /**
     * The product of two numbers.
     *
     * @return null when two integers have a product beyond int64, which an update refuses
     */
    public static @Nullable BsonValue multiply(BsonValue left, BsonValue right) {
        return switch (NumberType.wider(left, right)) {
            case INT32 ->
                intOrLong((long) left.asInt32().getValue() * right.asInt32().getValue());
            case INT64 -> {
                long a = Numbers.integer(left);
                long b = Numbers.integer(right);
                long product = a * b;
                boolean overflow = Math.multiplyHigh(a, b) != product >> 63;
                yield overflow ? null : new BsonInt64(product);
            }
            case DOUBLE -> new BsonDouble(Numbers.toDouble(left) * Numbers.toDouble(right));
            case DECIMAL -> new BsonDecimal128(Decimals.multiply(Numbers.toDecimal(left), Numbers.toDecimal(right)));
        };
    }

    /** An int32 where it fits, else an int64. */
    static BsonValue intOrLong(long value) {
        return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
    }
}
