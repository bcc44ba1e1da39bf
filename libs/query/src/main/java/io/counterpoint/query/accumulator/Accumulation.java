package io.counterpoint.query.accumulator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.expression.Expression;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A parsed use of an accumulator, {@code {$sum: "$price"}}. Immutable; any thread.
 *
 * <pre>{@code
 * Accumulation total = Accumulation.parse("total", spec, context);
 * Accumulator state = total.newState();
 * for each document: state.add(total.argument().evaluate(document, variables));
 * state.result()
 * }</pre>
 */
public final class Accumulation {
    /** Accumulators whose state grows with what is added. */
    private static final Set<String> GROWING = Set.of("$addToSet", "$mergeObjects", "$push");

    private final String operator;
    private final Expression argument;
    private final Supplier<Accumulator> states;

    /**
     * A use of an accumulator that is none of {@link Accumulators}.
     *
     * @param operator its name
     * @param argument what is computed from each document
     * @param states makes states that have seen nothing
     */
    public Accumulation(String operator, Expression argument, Supplier<Accumulator> states) {
        this.operator = operator;
        this.argument = argument;
        this.states = states;
    }

    /**
     * Parses the value of one field of a {@code $group}.
     *
     * @param field its name, for error texts
     * @throws CommandException 40234 and 40238 when it is no document of one accumulator, 15952 for an unknown one
     */
    public static Accumulation parse(String field, BsonValue specification, QueryContext context) {
        if (!(specification instanceof BsonDocument document) || document.isEmpty()) {
            throw new CommandException(
                    ErrorCode.location(40234), "The field '" + field + "' must be an accumulator object");
        }
        if (document.size() != 1) {
            throw new CommandException(
                    ErrorCode.location(40238), "The field '" + field + "' must specify one accumulator");
        }
        Map.Entry<String, BsonValue> only = document.entrySet().iterator().next();
        String name = only.getKey();
        if (!name.startsWith("$")) {
            throw new CommandException(
                    ErrorCode.location(40234), "The field '" + field + "' must be an accumulator object");
        }
        @Nullable AccumulatorOperator operator = Accumulators.of(name);
        if (operator == null) {
            throw new CommandException(ErrorCode.location(15952), "unknown group operator '" + name + "'");
        }
        return operator.parse(only.getValue(), context);
    }

    /** MongoDB's name of the accumulator. */
    public String operator() {
        return operator;
    }

    /** What is computed from each document and added to the state. */
    public Expression argument() {
        return argument;
    }

    /** The same accumulator over other values. */
    public Accumulation withArgument(Expression other) {
        return new Accumulation(operator, other, states);
    }

    /** Whether a state grows with what is added, instead of staying about as large as it is. */
    public boolean isGrowing() {
        return GROWING.contains(operator);
    }

    /** A new state that has seen nothing. */
    public Accumulator newState() {
        return states.get();
    }
}
