package io.counterpoint.query.accumulator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.sort.SortPattern;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Accumulators that keep several values, or choose by an order of their own. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/aggregation/topN/">$topN</a> and its neighbours.
 */
final class SeveralAccumulators {
    static final AccumulatorOperator BOTTOM =
            ordered("$bottom", "the output of the last document in an order", false, true);
    static final AccumulatorOperator BOTTOM_N =
            ordered("$bottomN", "the outputs of the last documents in an order", true, true);
    static final AccumulatorOperator FIRST_N = counted("$firstN", "the values of the first documents");
    static final AccumulatorOperator LAST_N = counted("$lastN", "the values of the last documents");
    static final AccumulatorOperator MAX_N = counted("$maxN", "the greatest values");
    static final AccumulatorOperator MIN_N = counted("$minN", "the least values");
    static final AccumulatorOperator TOP =
            ordered("$top", "the output of the first document in an order", false, false);
    static final AccumulatorOperator TOP_N =
            ordered("$topN", "the outputs of the first documents in an order", true, false);

    private static final String SORT_BY = "sortBy";
    private static final String OUTPUT = "output";

    private static final Comparator<BsonValue> AS_THEY_COME = Comparator.comparing(value -> 0);

    /** Keeps values as they are, null for missing ones. */
    private static final TopState.Shape ALL_VALUES = new Values(false);

    /** Keeps values that are neither null nor missing. */
    private static final TopState.Shape PRESENT_VALUES = new Values(true);

    private SeveralAccumulators() {}

    private static AccumulatorOperator counted(String name, String help) {
        return new AccumulatorOperator(name, help, (operand, context) -> {
            BsonDocument arguments = arguments(name, operand, Set.of("input", "n"));
            BsonValue input = require(arguments, "input", 5787907);
            int count = count(arguments, context);
            ValueOrder order = context.order();
            Supplier<Accumulator> states = switch (name) {
                case "$firstN" -> () -> new TopState(count, false, AS_THEY_COME, ALL_VALUES);
                case "$lastN" -> () -> new TopState(count, true, AS_THEY_COME, ALL_VALUES);
                case "$maxN" -> () -> new TopState(count, false, order.reversed(), PRESENT_VALUES);
                default -> () -> new TopState(count, false, order, PRESENT_VALUES);
            };
            return new Accumulation(name, Expression.parse(input, context), states);
        });
    }

    private static AccumulatorOperator ordered(String name, String help, boolean several, boolean last) {
        return new AccumulatorOperator(name, help, (operand, context) -> {
            BsonDocument arguments =
                    arguments(name, operand, several ? Set.of("n", SORT_BY, OUTPUT) : Set.of(SORT_BY, OUTPUT));
            int count = several ? count(arguments, context) : 1;
            if (!(require(arguments, SORT_BY, 5788005) instanceof BsonDocument sortBy)) {
                throw refusal(5788604, "expected 'sortBy' to already be an object in the arguments to " + name);
            }
            SortPattern pattern = SortPattern.parse(sortBy, context.order());
            BsonValue output = require(arguments, OUTPUT, 5788004);
            Comparator<BsonValue> order = Comparator.comparing(entry -> key(entry.asDocument()), pattern::compareKeys);
            TopState.Shape shape = new Entries(pattern, several);
            BsonDocument argument = new BsonDocument(SORT_BY, new BsonString("$$ROOT")).append(OUTPUT, output);
            return new Accumulation(
                    name, Expression.parse(argument, context), () -> new TopState(count, last, order, shape));
        });
    }

    private static BsonDocument arguments(String name, BsonValue operand, Set<String> known) {
        if (!(operand instanceof BsonDocument arguments)) {
            throw refusal(5787801, "specification must be an object; found " + ValueText.element(name, operand));
        }
        for (String argument : arguments.keySet()) {
            if (!known.contains(argument)) {
                throw refusal(5787901, "Unknown argument for 'n' operator: " + argument);
            }
        }
        return arguments;
    }

    private static BsonValue require(BsonDocument arguments, String name, int code) {
        @Nullable BsonValue value = arguments.get(name);
        if (value == null) {
            throw refusal(code, "Missing value for '" + name + "'");
        }
        return value;
    }

    /** The count must not depend on documents; it is computed once. */
    private static int count(BsonDocument arguments, QueryContext context) {
        Expression expression = Expression.parse(require(arguments, "n", 5787906), context);
        @Nullable BsonValue value = expression.evaluate(new BsonDocument(), Variables.of(context));
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

    private static CommandException refusal(int code, String text) {
        return new CommandException(ErrorCode.location(code), text);
    }

    private static BsonValue[] key(BsonDocument entry) {
        return entry.getArray(SORT_BY).toArray(new BsonValue[0]);
    }

    private record Values(boolean presentOnly) implements TopState.Shape {
        @Override
        public @Nullable BsonValue keep(@Nullable BsonValue added) {
            boolean absent = added == null || added.isNull() || added.getBsonType() == BsonType.UNDEFINED;
            return presentOnly && absent ? null : TopState.orNull(added);
        }

        @Override
        public BsonValue show(List<BsonValue> kept) {
            return new BsonArray(kept);
        }
    }

    /** Keeps {@code {sortBy: [key], output}} of the added {@code {sortBy: document, output}}. */
    private record Entries(SortPattern pattern, boolean several) implements TopState.Shape {
        @Override
        public BsonValue keep(@Nullable BsonValue added) {
            BsonDocument entry = TopState.orNull(added).asDocument();
            BsonArray key = new BsonArray(List.of(pattern.key(entry.getDocument(SORT_BY))));
            return new BsonDocument(SORT_BY, key).append(OUTPUT, TopState.orNull(entry.get(OUTPUT)));
        }

        @Override
        public BsonValue show(List<BsonValue> kept) {
            if (!several) {
                return TopState.orNull(
                        kept.isEmpty() ? null : kept.get(0).asDocument().get(OUTPUT));
            }
            BsonArray outputs = new BsonArray();
            kept.forEach(entry -> outputs.add(TopState.orNull(entry.asDocument().get(OUTPUT))));
            return outputs;
        }
    }
}
