package io.counterpoint.query.accumulator;

import io.counterpoint.bson.number.Decimals;
import io.counterpoint.bson.number.NumberSum;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * A sum of numbers of which integers, doubles and decimals are kept apart, so that it can be handed on without loss.
 * What is no number is left out.
 *
 * <p>Partial form: {@code {i: integers, w: whether an int64 was among them, d: [doubles, error of that], m: decimals}},
 * without {@code d} and {@code m} when there were none.
 */
final class SumState implements Accumulator {
    private BigInteger integers = BigInteger.ZERO;

    /** What has not been carried into {@link #integers} yet. */
    private long integersPending;

    private boolean wide;
    private @Nullable NumberSum doubles;
    private @Nullable Decimal128 decimals;

    @Override
    public void add(@Nullable BsonValue value) {
        if (!(value instanceof BsonNumber)) {
            return;
        }
        switch (value.getBsonType()) {
            case INT32 -> addInteger(value.asInt32().getValue());
            case INT64 -> {
                wide = true;
                addInteger(value.asInt64().getValue());
            }
            case DOUBLE -> addDouble(value);
            default -> {
                Decimal128 decimal = value.asDecimal128().getValue();
                decimals = decimals == null ? decimal : Decimals.add(decimals, decimal);
            }
        }
    }

    private void addInteger(long value) {
        long sum = integersPending + value;
        if (((integersPending ^ sum) & (value ^ sum)) < 0) {
            integers = integers.add(BigInteger.valueOf(integersPending));
            sum = value;
        }
        integersPending = sum;
    }

    private void addDouble(BsonValue value) {
        if (doubles == null) {
            doubles = new NumberSum();
        }
        doubles.add(value);
    }

    private BigInteger integerSum() {
        return integers.add(BigInteger.valueOf(integersPending));
    }

    @Override
    public BsonValue result() {
        BigInteger whole = integerSum();
        if (doubles == null && decimals == null) {
            if (whole.bitLength() > 63) {
                return new BsonDouble(whole.doubleValue());
            }
            return wide || whole.bitLength() > 31 ? new BsonInt64(whole.longValue()) : new BsonInt32(whole.intValue());
        }
        return total().result();
    }

    /** All parts in one sum, at least of type double. */
    NumberSum total() {
        NumberSum total = new NumberSum();
        BigInteger whole = integerSum();
        total.add(whole.bitLength() > 63 ? new BsonDouble(whole.doubleValue()) : new BsonInt64(whole.longValue()));
        if (doubles != null) {
            doubleParts(doubles).forEach(total::add);
        }
        if (decimals != null) {
            total.add(new BsonDecimal128(decimals));
        }
        return total;
    }

    /** The rounded sum and what rounding lost. */
    private static BsonArray doubleParts(NumberSum doubles) {
        double rounded = doubles.doubleSum();
        double lost = 0;
        if (!Double.isNaN(rounded) && !Double.isInfinite(rounded)) {
            doubles.add(new BsonDouble(-rounded));
            lost = doubles.doubleSum();
            doubles.add(new BsonDouble(rounded));
        }
        return new BsonArray(List.of(new BsonDouble(rounded), new BsonDouble(lost)));
    }

    @Override
    public BsonDocument partial() {
        BigInteger whole = integerSum();
        BsonDocument partial = new BsonDocument()
                .append(
                        "i",
                        whole.bitLength() > 63
                                ? new BsonDecimal128(Decimals.nearest(new BigDecimal(whole)))
                                : new BsonInt64(whole.longValue()))
                .append("w", BsonBoolean.valueOf(wide));
        if (doubles != null) {
            partial.append("d", doubleParts(doubles));
        }
        if (decimals != null) {
            partial.append("m", new BsonDecimal128(decimals));
        }
        return partial;
    }

    @Override
    public void merge(BsonValue partial) {
        BsonDocument parts = partial.asDocument();
        if (parts.isDecimal128("i")) {
            integers = integers.add(
                    Decimals.exact(parts.getDecimal128("i").getValue()).toBigInteger());
        } else {
            addInteger(parts.getInt64("i").getValue());
        }
        wide |= parts.getBoolean("w").getValue();
        if (parts.containsKey("d")) {
            parts.getArray("d").forEach(this::addDouble);
        }
        if (parts.containsKey("m")) {
            add(parts.get("m"));
        }
    }
}
