package io.counterpoint.query.expression;

import io.counterpoint.bson.order.ValueOrder;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@link Expressions}. Immutable, any thread.
 *
 * @param name MongoDB's name, with its {@code $}
 * @param help one line for lists of operators
 * @param parser reads the operator's argument
 */
public record ExpressionOperator(String name, String help, Parser parser) {
    /** Reads the argument of one use. Pure. */
    @FunctionalInterface
    interface Parser {
        Expression parse(BsonValue argument, ExpressionParser parser);
    }

    /** Computes a result from argument values alone; a null element, and a null result, stand for missing. */
    @FunctionalInterface
    interface Function {
        @Nullable
        BsonValue apply(@Nullable BsonValue[] arguments);
    }

    /** Computes a result from argument values and the order that they have in the command. */
    @FunctionalInterface
    interface ComparingFunction {
        @Nullable
        BsonValue apply(@Nullable BsonValue[] arguments, ValueOrder order);
    }

    /** Computes a result from one argument value. */
    @FunctionalInterface
    interface UnaryFunction {
        @Nullable
        BsonValue apply(@Nullable BsonValue argument);
    }

    /** An operator whose result depends on the values of its positional arguments only, which must be so many. */
    static ExpressionOperator function(String name, String help, int countMin, int countMax, Function function) {
        return new ExpressionOperator(name, help, (argument, parser) -> {
            List<Expression> arguments = Arguments.positional(name, argument, parser, countMin, countMax);
            return new FunctionExpression(arguments, function);
        });
    }

    /** As {@link #function}, of an operator that compares values. */
    static ExpressionOperator comparing(
            String name, String help, int countMin, int countMax, ComparingFunction function) {
        return new ExpressionOperator(name, help, (argument, parser) -> {
            List<Expression> arguments = Arguments.positional(name, argument, parser, countMin, countMax);
            ValueOrder order = parser.order();
            return new FunctionExpression(arguments, values -> function.apply(values, order));
        });
    }

    /** An operator of exactly one argument. */
    static ExpressionOperator unary(String name, String help, UnaryFunction function) {
        return function(name, help, 1, 1, arguments -> function.apply(arguments[0]));
    }

    /** An operator of any number of arguments. */
    static ExpressionOperator variadic(String name, String help, Function function) {
        return function(name, help, 0, Integer.MAX_VALUE, function);
    }

    /** An expression that applies a function to the values of others. */
    static Expression applying(List<Expression> arguments, Function function) {
        return new FunctionExpression(arguments, function);
    }

    private record FunctionExpression(List<Expression> arguments, Function function) implements Expression {
        @Override
        public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue[] values = new BsonValue[arguments.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments.get(i).evaluate(root, variables);
            }
            return function.apply(values);
        }

        @Override
        public boolean isConstant() {
            return arguments.stream().allMatch(Expression::isConstant);
        }
    }
}
