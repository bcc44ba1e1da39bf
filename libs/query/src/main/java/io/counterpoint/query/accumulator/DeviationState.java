package io.counterpoint.query.accumulator;

import io.counterpoint.bson.number.Numbers;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The standard deviation of the numbers, by Welford's running mean and squares; two states are merged as Chan, Golub
 * and LeVeque do. Partial form: {@code {n: count, mean, m2: sum of squared distances from it}}.
 */
final class DeviationState implements Accumulator {
    private final boolean ofSample;
    private long count;
    private double mean;
    private double squares;

    /**
     * An empty state.
     *
     * @param ofSample whether the numbers are a sample of a population: then one is taken off the count, and one number
     *     has no deviation
     */
    DeviationState(boolean ofSample) {
        this.ofSample = ofSample;
    }

    @Override
    public void add(@Nullable BsonValue value) {
        if (!(value instanceof BsonNumber)) {
            return;
        }
        double number = Numbers.toDouble(value);
        count++;
        double distance = number - mean;
        mean += distance / count;
        squares += distance * (number - mean);
    }

    @Override
    public BsonValue result() {
        long divisor = ofSample ? count - 1 : count;
        return divisor <= 0 ? BsonNull.VALUE : new BsonDouble(Math.sqrt(squares / divisor));
    }

    @Override
    public BsonValue partial() {
        return new BsonDocument("n", new BsonInt64(count))
                .append("mean", new BsonDouble(mean))
                .append("m2", new BsonDouble(squares));
    }

    @Override
    public void merge(BsonValue partial) {
        BsonDocument parts = partial.asDocument();
        long otherCount = parts.getInt64("n").getValue();
        if (otherCount == 0) {
            return;
        }
        double distance = parts.getDouble("mean").getValue() - mean;
        long total = count + otherCount;
        squares += parts.getDouble("m2").getValue() + distance * distance * count * otherCount / total;
        mean += distance * otherCount / total;
        count = total;
    }
}
