package io.counterpoint.query.accumulator;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.PercentileArguments;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The numbers at fractions of all. Partial form: that of the {@link QuantileDigest}. */
final class PercentileState implements Accumulator {
    static final AccumulatorOperator MEDIAN = entry(PercentileArguments.MEDIAN, "the number in the middle", 7436100);
    static final AccumulatorOperator PERCENTILE =
            entry(PercentileArguments.PERCENTILE, "the numbers at fractions of all", 7429703);

    private final PercentileArguments arguments;
    private final QuantileDigest digest = new QuantileDigest();

    private PercentileState(PercentileArguments arguments) {
        this.arguments = arguments;
    }

    private static AccumulatorOperator entry(String name, String help, int objectCode) {
        return new AccumulatorOperator(name, help, (operand, context) -> {
            PercentileArguments arguments = PercentileArguments.parse(name, operand, objectCode, context);
            return new Accumulation(
                    name, Expression.parse(arguments.input(), context), () -> new PercentileState(arguments));
        });
    }

    @Override
    public void add(@Nullable BsonValue value) {
        if (value instanceof BsonNumber) {
            digest.add(Numbers.toDouble(value));
        }
    }

    @Override
    public BsonValue result() {
        return arguments.result(digest.isEmpty() ? null : digest::quantile);
    }

    @Override
    public BsonValue partial() {
        return digest.partial();
    }

    @Override
    public void merge(BsonValue partial) {
        digest.merge(partial.asDocument());
    }
}
