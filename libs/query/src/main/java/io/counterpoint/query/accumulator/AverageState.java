package io.counterpoint.query.accumulator;

import io.counterpoint.bson.number.Decimals;
import io.counterpoint.bson.number.NumberSum;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/** The mean of the numbers; null when there are none. Partial form: that of the sum, and {@code n}, how many. */
final class AverageState implements Accumulator {
    private final SumState sum = new SumState();
    private long count;

    @Override
    public void add(@Nullable BsonValue value) {
        if (value instanceof BsonNumber) {
            sum.add(value);
            count++;
        }
    }

    @Override
    public BsonValue result() {
        if (count == 0) {
            return BsonNull.VALUE;
        }
        NumberSum total = sum.total();
        return total.isDecimal()
                ? new BsonDecimal128(Decimals.divide(total.decimalSum(), new Decimal128(count)))
                : new BsonDouble(total.doubleSum() / count);
    }

    @Override
    public BsonValue partial() {
        return sum.partial().append("n", new BsonInt64(count));
    }

    @Override
    public void merge(BsonValue partial) {
        BsonDocument parts = partial.asDocument();
        sum.merge(parts);
        count += parts.getInt64("n").getValue();
    }
}
