package io.counterpoint.query.window;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.query.accumulator.Accumulation;
import io.counterpoint.query.accumulator.Accumulator;
import java.math.BigDecimal;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$covariancePop: [x, y]}} and {@code $covarianceSamp}: how two numbers vary together, by running means; two
 * states are merged as Chan, Golub and LeVeque do. Pairs that are no numbers are left out; pairs with an infinite
 * number or NaN make the result infinite or NaN.
 *
 * <p>Partial form: {@code {n: count, x: mean, y: mean, c: sum of products of distances, odd: sum of what is not finite,
 * m: whether there was a decimal}}.
 */
final class CovarianceState implements Accumulator {
    static final WindowOperator POPULATION = entry("$covariancePop", "the covariance of a population of pairs", false);
    static final WindowOperator SAMPLE = entry("$covarianceSamp", "the covariance of a sample of pairs", true);

    private final boolean ofSample;
    private long count;
    private double meanX;
    private double meanY;
    private double products;

    /** 0, an infinity or NaN. */
    private double odd;

    private boolean decimal;

    private CovarianceState(boolean ofSample) {
        this.ofSample = ofSample;
    }

    private static WindowOperator entry(String name, String help, boolean ofSample) {
        return new WindowOperator(
                name,
                help,
                arguments -> new AccumulatedWindow(
                        new Accumulation(
                                name, arguments.expression(arguments.operand()), () -> new CovarianceState(ofSample)),
                        arguments.bounds()));
    }

    @Override
    public void add(@Nullable BsonValue value) {
        if (!(value instanceof BsonArray pair)
                || pair.size() != 2
                || !Numbers.isNumber(pair.get(0))
                || !Numbers.isNumber(pair.get(1))) {
            return;
        }
        double x = Numbers.toDouble(pair.get(0));
        double y = Numbers.toDouble(pair.get(1));
        decimal |= pair.stream().anyMatch(number -> number.getBsonType() == BsonType.DECIMAL128);
        if (!Double.isFinite(x) || !Double.isFinite(y)) {
            odd += (Double.isFinite(x) ? 0 : x) + (Double.isFinite(y) ? 0 : y);
            return;
        }
        count++;
        double distance = x - meanX;
        meanX += distance / count;
        meanY += (y - meanY) / count;
        products += distance * (y - meanY);
    }

    @Override
    public BsonValue result() {
        if (count == 1 && !ofSample) {
            return new BsonDouble(0);
        }
        long divisor = ofSample ? count - 1 : count;
        if (divisor <= 0) {
            return BsonNull.VALUE;
        }
        double covariance = (products + odd) / divisor;
        return decimal && Double.isFinite(covariance)
                ? new BsonDecimal128(new Decimal128(BigDecimal.valueOf(covariance)))
                : new BsonDouble(covariance);
    }

    @Override
    public BsonValue partial() {
        return new BsonDocument("n", new BsonInt64(count))
                .append("x", new BsonDouble(meanX))
                .append("y", new BsonDouble(meanY))
                .append("c", new BsonDouble(products))
                .append("odd", new BsonDouble(odd))
                .append("m", BsonBoolean.valueOf(decimal));
    }

    @Override
    public void merge(BsonValue partial) {
        BsonDocument parts = partial.asDocument();
        odd += parts.getDouble("odd").getValue();
        decimal |= parts.getBoolean("m").getValue();
        long otherCount = parts.getInt64("n").getValue();
        if (otherCount == 0) {
            return;
        }
        long total = count + otherCount;
        double distanceX = parts.getDouble("x").getValue() - meanX;
        double distanceY = parts.getDouble("y").getValue() - meanY;
        products += parts.getDouble("c").getValue() + distanceX * distanceY * count * otherCount / total;
        meanX += distanceX * otherCount / total;
        meanY += distanceY * otherCount / total;
        count = total;
    }
}
