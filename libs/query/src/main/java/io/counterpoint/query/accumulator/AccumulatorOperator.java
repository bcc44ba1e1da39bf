package io.counterpoint.query.accumulator;

import io.counterpoint.query.QueryContext;
import org.bson.BsonValue;

/**
 * An entry of {@link Accumulators}. Immutable, any thread.
 *
 * @param name MongoDB's name, with its {@code $}
 * @param help one line for lists of operators
 * @param parser reads the operand
 */
public record AccumulatorOperator(String name, String help, Parser parser) {
    /** Reads the operand of one use. Pure. */
    @FunctionalInterface
    interface Parser {
        Accumulation parse(BsonValue operand, QueryContext context);
    }

    /**
     * Parses one use.
     *
     * @param operand the accumulator's argument
     * @throws io.counterpoint.base.error.CommandException for an operand that the accumulator does not take
     */
    public Accumulation parse(BsonValue operand, QueryContext context) {
        return parser.parse(operand, context);
    }
}
