package io.counterpoint.query.window;

import io.counterpoint.bson.number.Decimals;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.query.accumulator.Accumulation;
import io.counterpoint.query.accumulator.Accumulator;
import java.math.BigDecimal;
import java.math.MathContext;
import org.bson.BsonArray;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$covariancePop: [x, y]}} and {@code $covarianceSamp}: how two numbers vary together, by running means; two
 * states are merged as Chan, Golub and LeVeque do. Pairs that are no numbers are left out; pairs with an infinite
 * number or NaN make the result infinite or NaN. Doubles until the first decimal comes, from there on decimals.
 *
 * <p>Partial form: {@code {n: count, x: mean, y: mean, c: sum of products of distances, odd: sum of what is not
 * finite}}, decimals once there was one among the numbers.
 */
final class CovarianceState implements Accumulator {
    static final WindowOperator POPULATION = entry("$covariancePop", "the covariance of a population of pairs", false);
    static final WindowOperator SAMPLE = entry("$covarianceSamp", "the covariance of a sample of pairs", true);

    private final boolean ofSample;
    private long count;
    private Moments moments = new DoubleMoments();

    /** 0, an infinity or NaN. */
    private double odd;

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
        boolean withDecimal = pair.stream().anyMatch(number -> number.getBsonType() == BsonType.DECIMAL128);
        double x = Numbers.toDouble(pair.get(0));
        double y = Numbers.toDouble(pair.get(1));
        if (withDecimal && moments instanceof DoubleMoments sums) {
            moments = sums.exact();
        }
        // A decimal may be finite although no double is that large.
        boolean finite = moments instanceof ExactMoments
                ? isFinite(pair.get(0)) && isFinite(pair.get(1))
                : Double.isFinite(x) && Double.isFinite(y);
        if (!finite) {
            odd += (isFinite(pair.get(0)) ? 0 : x) + (isFinite(pair.get(1)) ? 0 : y);
            return;
        }
        count++;
        moments.add(pair.get(0), pair.get(1), count);
    }

    private static boolean isFinite(BsonValue number) {
        return number instanceof BsonDecimal128 decimal
                ? !decimal.getValue().isNaN() && !decimal.getValue().isInfinite()
                : Double.isFinite(Numbers.toDouble(number));
    }

    @Override
    public BsonValue result() {
        long divisor = ofSample ? count - 1 : count;
        if (divisor <= 0) {
            return BsonNull.VALUE;
        }
        return odd == 0 ? moments.covariance(divisor) : new BsonDouble(odd);
    }

    @Override
    public BsonValue partial() {
        return moments.appendTo(new BsonDocument("n", new BsonInt64(count))).append("odd", new BsonDouble(odd));
    }

    @Override
    public void merge(BsonValue partial) {
        BsonDocument parts = partial.asDocument();
        odd += parts.getDouble("odd").getValue();
        if (parts.get("x") instanceof BsonDecimal128 && moments instanceof DoubleMoments sums) {
            moments = sums.exact();
        }
        long otherCount = parts.getInt64("n").getValue();
        if (otherCount == 0) {
            return;
        }
        moments.merge(parts, count, otherCount);
        count += otherCount;
    }

    /** Running means of both numbers and the sum of the products of their distances from them. */
    private sealed interface Moments {
        /** Adds a pair of finite numbers, the {@code count}th. */
        void add(BsonValue x, BsonValue y, long count);

        /** Adds what {@link #appendTo} wrote of {@code otherCount} pairs, one at least, to {@code count}. */
        void merge(BsonDocument parts, long count, long otherCount);

        BsonValue covariance(long divisor);

        /** Appends {@code x, y, c}. */
        BsonDocument appendTo(BsonDocument partial);
    }

    private static final class DoubleMoments implements Moments {
        private double meanX;
        private double meanY;
        private double products;

        ExactMoments exact() {
            return new ExactMoments(new BigDecimal(meanX), new BigDecimal(meanY), new BigDecimal(products));
        }

        @Override
        public void add(BsonValue x, BsonValue y, long count) {
            double distance = Numbers.toDouble(x) - meanX;
            meanX += distance / count;
            meanY += (Numbers.toDouble(y) - meanY) / count;
            products += distance * (Numbers.toDouble(y) - meanY);
        }

        @Override
        public void merge(BsonDocument parts, long count, long otherCount) {
            long total = count + otherCount;
            double distanceX = parts.getDouble("x").getValue() - meanX;
            double distanceY = parts.getDouble("y").getValue() - meanY;
            products += parts.getDouble("c").getValue() + distanceX * distanceY * count * otherCount / total;
            meanX += distanceX * otherCount / total;
            meanY += distanceY * otherCount / total;
        }

        @Override
        public BsonValue covariance(long divisor) {
            return new BsonDouble(products / divisor);
        }

        @Override
        public BsonDocument appendTo(BsonDocument partial) {
            return partial.append("x", new BsonDouble(meanX))
                    .append("y", new BsonDouble(meanY))
                    .append("c", new BsonDouble(products));
        }
    }

    /** With the 34 digits of a decimal. */
    private static final class ExactMoments implements Moments {
        private static final MathContext ROUNDING = MathContext.DECIMAL128;

        private BigDecimal meanX;
        private BigDecimal meanY;
        private BigDecimal products;

        ExactMoments(BigDecimal meanX, BigDecimal meanY, BigDecimal products) {
            this.meanX = meanX;
            this.meanY = meanY;
            this.products = products;
        }

        private static BigDecimal exact(BsonValue number) {
            return Decimals.exact(Numbers.toDecimal(number));
        }

        @Override
        public void add(BsonValue x, BsonValue y, long count) {
            BigDecimal distance = exact(x).subtract(meanX, ROUNDING);
            BigDecimal divisor = BigDecimal.valueOf(count);
            meanX = meanX.add(distance.divide(divisor, ROUNDING), ROUNDING);
            meanY = meanY.add(exact(y).subtract(meanY, ROUNDING).divide(divisor, ROUNDING), ROUNDING);
            products = products.add(distance.multiply(exact(y).subtract(meanY, ROUNDING), ROUNDING), ROUNDING);
        }

        @Override
        public void merge(BsonDocument parts, long count, long otherCount) {
            BigDecimal total = BigDecimal.valueOf(count + otherCount);
            BigDecimal others = BigDecimal.valueOf(otherCount);
            BigDecimal distanceX = exact(parts.getNumber("x")).subtract(meanX, ROUNDING);
            BigDecimal distanceY = exact(parts.getNumber("y")).subtract(meanY, ROUNDING);
            BigDecimal between = distanceX
                    .multiply(distanceY, ROUNDING)
                    .multiply(BigDecimal.valueOf(count), ROUNDING)
                    .multiply(others, ROUNDING)
                    .divide(total, ROUNDING);
            products = products.add(exact(parts.getNumber("c")), ROUNDING).add(between, ROUNDING);
            meanX = meanX.add(distanceX.multiply(others, ROUNDING).divide(total, ROUNDING), ROUNDING);
            meanY = meanY.add(distanceY.multiply(others, ROUNDING).divide(total, ROUNDING), ROUNDING);
        }

        @Override
        public BsonValue covariance(long divisor) {
            return decimal(products.divide(BigDecimal.valueOf(divisor), ROUNDING));
        }

        @Override
        public BsonDocument appendTo(BsonDocument partial) {
            return partial.append("x", decimal(meanX))
                    .append("y", decimal(meanY))
                    .append("c", decimal(products));
        }

        private static BsonDecimal128 decimal(BigDecimal value) {
            return new BsonDecimal128(Decimals.nearest(value));
        }
    }
}
