package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.isNumber;

import io.counterpoint.bson.number.Decimals;
import io.counterpoint.bson.number.NumberSum;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.ValueOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import org.bson.BsonArray;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * What accumulators compute over documents, computed over values: of several arguments, or of the elements of one that
 * is an array. What is no number does not count where numbers are asked for.
 */
final class StatisticExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            entry("$avg", "mean of numbers", (values, order) -> average(values)),
            entry("$max", "greatest value", StatisticExpressions::greatest),
            entry("$min", "least value", (values, order) -> greatest(values, order.reversed())),
            entry("$stdDevPop", "standard deviation of a population", (values, order) -> deviation(values, 0)),
            entry("$stdDevSamp", "standard deviation of a sample", (values, order) -> deviation(values, 1)),
            entry("$sum", "sum of numbers", (values, order) -> sum(values).result()));

    private StatisticExpressions() {}

    private static ExpressionOperator entry(
            String name, String help, BiFunction<List<BsonValue>, ValueOrder, BsonValue> statistic) {
        return new ExpressionOperator(
                name,
                help,
                (argument, parser) -> new Statistic(
                        Arguments.positional(name, argument, parser, 0, Integer.MAX_VALUE), statistic, parser.order()));
    }

    private static NumberSum sum(List<BsonValue> values) {
        NumberSum sum = new NumberSum();
        values.stream().filter(Numbers::isNumber).forEach(sum::add);
        return sum;
    }

    private static BsonValue average(List<BsonValue> values) {
        long count = values.stream().filter(Numbers::isNumber).count();
        if (count == 0) {
            return BsonNull.VALUE;
        }
        NumberSum sum = sum(values);
        return sum.isDecimal()
                ? new BsonDecimal128(Decimals.divide(sum.decimalSum(), new Decimal128(count)))
                : new BsonDouble(sum.doubleSum() / count);
    }

    private static BsonValue greatest(List<BsonValue> values, Comparator<BsonValue> order) {
        return values.stream().max(order).orElse(BsonNull.VALUE);
    }

    private static BsonValue deviation(List<BsonValue> values, int lessThanCount) {
        double[] numbers = values.stream()
                .filter(value -> isNumber(value))
                .mapToDouble(Numbers::toDouble)
                .toArray();
        int divisor = numbers.length - lessThanCount;
        if (divisor <= 0) {
            return BsonNull.VALUE;
        }
        double mean = 0;
        double squares = 0;
        for (int i = 0; i < numbers.length; i++) {
            double distance = numbers[i] - mean;
            mean += distance / (i + 1);
            squares += distance * (numbers[i] - mean);
        }
        return new BsonDouble(Math.sqrt(squares / divisor));
    }

    private record Statistic(
            List<Expression> arguments, BiFunction<List<BsonValue>, ValueOrder, BsonValue> statistic, ValueOrder order)
            implements Expression {
        @Override
        public BsonValue evaluate(BsonDocument root, Variables variables) {
            List<BsonValue> values = new ArrayList<>(arguments.size());
            for (Expression argument : arguments) {
                @Nullable BsonValue value = argument.evaluate(root, variables);
                if (value == null || isNullish(value)) {
                    continue;
                }
                if (arguments.size() == 1 && value instanceof BsonArray array) {
                    array.stream().filter(element -> !isNullish(element)).forEach(values::add);
                } else {
                    values.add(value);
                }
            }
            return statistic.apply(values, order);
        }
    }
}
