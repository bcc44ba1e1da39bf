package io.counterpoint.query.expression;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.random.RandomSource;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Values that depend on no document: {@code $literal}, its older name {@code $const}, and {@code $rand}. */
final class LiteralExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            new ExpressionOperator("$const", "as $literal", (argument, parser) -> new ConstantExpression(argument)),
            new ExpressionOperator(
                    "$literal", "a value as it is", (argument, parser) -> new ConstantExpression(argument)),
            new ExpressionOperator("$rand", "a number by chance, in [0, 1)", LiteralExpressions::parseRand));

    private LiteralExpressions() {}

    private static Expression parseRand(BsonValue argument, ExpressionParser parser) {
        boolean empty = (argument instanceof BsonDocument document && document.isEmpty())
                || (argument instanceof BsonArray array && array.isEmpty());
        if (!empty) {
            throw Arguments.refusal(3040501, "$rand does not currently accept arguments");
        }
        @Nullable RandomSource random = parser.context().random();
        if (random == null) {
            throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED, "$rand is not supported here");
        }
        return (root, variables) -> new BsonDouble(random.nextDouble());
    }
}
