package io.counterpoint.query.window;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Arithmetic of expressions over values: types, dates and refusals are those of {@code $add}, {@code $subtract} …. */
final class Calculation {
    static final Calculation ADD = new Calculation("$add");
    static final Calculation SUBTRACT = new Calculation("$subtract");
    static final Calculation MULTIPLY = new Calculation("$multiply");
    static final Calculation DIVIDE = new Calculation("$divide");

    private static final BsonDocument NOTHING = new BsonDocument();

    private final Expression expression;

    private Calculation(String operator) {
        BsonArray operands = new BsonArray(List.of(new BsonString("$$left"), new BsonString("$$right")));
        expression =
                Expression.parse(new BsonDocument(operator, operands), QueryContext.plain(), List.of("left", "right"));
    }

    /** The result; null value when one side is null or missing. */
    BsonValue of(@Nullable BsonValue left, @Nullable BsonValue right) {
        Variables variables =
                Variables.of(QueryContext.plain()).with("left", left).with("right", right);
        @Nullable BsonValue result = expression.evaluate(NOTHING, variables);
        return result == null ? BsonNull.VALUE : result;
    }
}
