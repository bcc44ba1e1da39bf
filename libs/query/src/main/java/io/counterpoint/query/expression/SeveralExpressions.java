package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.ValueText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Several elements of an array: {@code {$firstN: {input, n}}}, {@code $lastN $maxN $minN}. */
final class SeveralExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            entry("$firstN", "the first elements", (values, count, order) -> values.subList(0, count)),
            entry(
                    "$lastN",
                    "the last elements",
                    (values, count, order) -> values.subList(values.size() - count, values.size())),
            entry(
                    "$maxN",
                    "the greatest elements",
                    (values, count, order) -> sorted(values, order.reversed()).subList(0, count)),
            entry(
                    "$minN",
                    "the least elements",
                    (values, count, order) -> sorted(values, order).subList(0, count)));

    private SeveralExpressions() {}

    /** Chooses so many of the values, of which there are that many. */
    @FunctionalInterface
    private interface Choice {
        List<BsonValue> of(List<BsonValue> values, int count, ValueOrder order);
    }

    private static List<BsonValue> sorted(List<BsonValue> values, Comparator<BsonValue> order) {
        List<BsonValue> sorted = new ArrayList<>(values);
        sorted.sort(order);
        return sorted;
    }

    private static ExpressionOperator entry(String name, String help, Choice choice) {
        boolean skipsNull = name.equals("$maxN") || name.equals("$minN");
        return new ExpressionOperator(name, help, (argument, parser) -> {
            Arguments.Named named = new Arguments.Named(
                    argument,
                    Set.of("input", "n"),
                    () -> refusal(
                            5787801, "specification must be an object; found " + name + ": " + ValueText.of(argument)),
                    unknown -> refusal(5787901, "Unknown argument for 'n' operator: " + unknown));
            Expression input = parser.parse(named.require("input", 5787907, "Missing value for 'input'"));
            Expression count = parser.parse(named.require("n", 5787906, "Missing value for 'n'"));
            return new Several(name, input, count, skipsNull, choice, parser.order());
        });
    }

    private record Several(
            String name, Expression input, Expression count, boolean skipsNull, Choice choice, ValueOrder order)
            implements Expression {
        @Override
        public BsonValue evaluate(BsonDocument root, Variables variables) {
            int wanted = wanted(count.evaluate(root, variables));
            @Nullable BsonValue value = input.evaluate(root, variables);
            if (!(value instanceof BsonArray array)) {
                throw refusal(5788200, "Input must be an array, but is of type: " + typeName(value));
            }
            List<BsonValue> values = new ArrayList<>(array.size());
            for (BsonValue element : array) {
                if (!skipsNull || !isNullish(element)) {
                    values.add(element);
                }
            }
            return new BsonArray(new ArrayList<>(choice.of(values, Math.min(wanted, values.size()), order)));
        }

        private static int wanted(@Nullable BsonValue value) {
            OptionalLong number = value == null ? OptionalLong.empty() : Numbers.asExactLong(value);
            if (number.isEmpty()) {
                throw refusal(
                        5787902,
                        "Value for 'n' must be of integral type, but found "
                                + (value == null ? "missing" : ValueText.of(value)));
            }
            if (number.getAsLong() <= 0) {
                throw refusal(5787908, "'n' must be greater than 0, found " + number.getAsLong());
            }
            return (int) Math.min(Integer.MAX_VALUE, number.getAsLong());
        }
    }
}
