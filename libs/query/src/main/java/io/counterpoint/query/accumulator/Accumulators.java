package io.counterpoint.query.accumulator;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.expression.Expression;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** All accumulators, sorted by name. To add one: its state, and its line here. */
public final class Accumulators {
    private static final List<AccumulatorOperator> ALL = List.of(
            new AccumulatorOperator("$accumulator", "refused: JavaScript", Accumulators::refuseJavaScript),
            comparing("$addToSet", "the values that differ", ListState::ofDistinct),
            of("$avg", "the mean of the numbers", AverageState::new),
            SeveralAccumulators.BOTTOM,
            SeveralAccumulators.BOTTOM_N,
            new AccumulatorOperator("$count", "how many documents", Accumulators::parseCount),
            of("$first", "the value of the first document", () -> new FirstState(false)),
            SeveralAccumulators.FIRST_N,
            of("$last", "the value of the last document", () -> new FirstState(true)),
            SeveralAccumulators.LAST_N,
            comparing("$max", "the greatest value", order -> new ExtremeState(order.reversed())),
            SeveralAccumulators.MAX_N,
            PercentileState.MEDIAN,
            of("$mergeObjects", "the documents' fields together", MergeState::new),
            comparing("$min", "the least value", ExtremeState::new),
            SeveralAccumulators.MIN_N,
            PercentileState.PERCENTILE,
            of("$push", "all values", ListState::ofAll),
            of("$stdDevPop", "the standard deviation of a population", () -> new DeviationState(false)),
            of("$stdDevSamp", "the standard deviation of a sample", () -> new DeviationState(true)),
            of("$sum", "the sum of the numbers", SumState::new),
            SeveralAccumulators.TOP,
            SeveralAccumulators.TOP_N);

    private static final Map<String, AccumulatorOperator> BY_NAME =
            ALL.stream().collect(toUnmodifiableMap(AccumulatorOperator::name, Function.identity()));

    private Accumulators() {}

    /** The whole list. */
    public static List<AccumulatorOperator> all() {
        return ALL;
    }

    /** The accumulator of that name; null when there is none. */
    public static @Nullable AccumulatorOperator of(String name) {
        return BY_NAME.get(name);
    }

    private static AccumulatorOperator of(String name, String help, Supplier<Accumulator> states) {
        return comparing(name, help, order -> states.get());
    }

    /** An accumulator that compares values, and so depends on the order that they have in the command. */
    private static AccumulatorOperator comparing(String name, String help, Function<ValueOrder, Accumulator> states) {
        return new AccumulatorOperator(name, help, (operand, context) -> {
            if (operand instanceof BsonArray) {
                throw new CommandException(
                        ErrorCode.location(40237), "The " + name + " accumulator is a unary operator");
            }
            ValueOrder order = context.order();
            return new Accumulation(name, Expression.parse(operand, context), () -> states.apply(order));
        });
    }

    private static Accumulation refuseJavaScript(BsonValue operand, QueryContext context) {
        throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED, "$accumulator is not supported");
    }

    private static Accumulation parseCount(BsonValue operand, QueryContext context) {
        if (!(operand instanceof BsonDocument document) || !document.isEmpty()) {
            throw new CommandException(ErrorCode.TYPE_MISMATCH, "$count takes no arguments, i.e. $count:{}");
        }
        return new Accumulation("$count", Expression.constant(new BsonInt32(1)), SumState::new);
    }
}
