package io.counterpoint.query.expression;

import io.counterpoint.bson.number.Numbers;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code $percentile} and {@code $median} of a number or of the numbers in an array: the least number that at least
 * that fraction of all does not exceed.
 */
final class PercentileExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            entry(PercentileArguments.MEDIAN, "the number in the middle", 7436201),
            entry(PercentileArguments.PERCENTILE, "the numbers at fractions of all", 7436200));

    private PercentileExpressions() {}

    private static ExpressionOperator entry(String name, String help, int objectCode) {
        return new ExpressionOperator(name, help, (argument, parser) -> {
            PercentileArguments arguments = PercentileArguments.parse(name, argument, objectCode, parser.context());
            return new Percentile(arguments, parser.parse(arguments.input()));
        });
    }

    private record Percentile(PercentileArguments arguments, Expression input) implements Expression {
        @Override
        public BsonValue evaluate(BsonDocument root, Variables variables) {
            double[] numbers = numbers(input.evaluate(root, variables));
            if (numbers.length == 0) {
                return arguments.result(null);
            }
            Arrays.sort(numbers);
            return arguments.result(fraction -> numbers[Math.max(0, (int) Math.ceil(numbers.length * fraction) - 1)]);
        }

        private static double[] numbers(@Nullable BsonValue value) {
            List<BsonValue> candidates =
                    value instanceof BsonArray array ? array : value == null ? List.of() : List.of(value);
            return candidates.stream()
                    .filter(Numbers::isNumber)
                    .mapToDouble(Numbers::toDouble)
                    .filter(number -> !Double.isNaN(number))
                    .toArray();
        }
    }
}
