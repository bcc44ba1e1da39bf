package io.counterpoint.query.expression;

import io.counterpoint.query.Truth;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Logic. Operands are looked at in order, and only until the answer is known. */
final class BooleanExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            new ExpressionOperator(
                    "$and",
                    "whether all values are true",
                    (argument, parser) ->
                            new Chain(Arguments.positional("$and", argument, parser, 0, Integer.MAX_VALUE), false)),
            ExpressionOperator.unary(
                    "$not", "whether a value is false", argument -> BsonBoolean.valueOf(!Truth.of(argument))),
            new ExpressionOperator(
                    "$or",
                    "whether one of several values is true",
                    (argument, parser) ->
                            new Chain(Arguments.positional("$or", argument, parser, 0, Integer.MAX_VALUE), true)));

    private BooleanExpressions() {}

    /** Ends with the first operand whose truth is the decisive one. */
    private record Chain(List<Expression> operands, boolean decisive) implements Expression {
        @Override
        public BsonValue evaluate(BsonDocument root, Variables variables) {
            for (Expression operand : operands) {
                if (Truth.of(operand.evaluate(root, variables)) == decisive) {
                    return BsonBoolean.valueOf(decisive);
                }
            }
            return BsonBoolean.valueOf(!decisive);
        }

        @Override
        public boolean isConstant() {
            return operands.stream().allMatch(Expression::isConstant);
        }
    }
}
