package io.counterpoint.router.routing;

import io.counterpoint.base.Environment;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandRequest;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** What a command's filters and expressions need from outside: its {@code let} variables, the moment, chance. */
public final class QueryContexts {
    private QueryContexts() {}

    /**
     * The context of a command.
     *
     * @throws io.counterpoint.base.error.CommandException when {@code let} is no document or an expression in it fails
     */
    public static QueryContext of(CommandRequest request, Environment environment) {
        QueryContext plain =
                new QueryContext(new BsonDocument(), environment.clock().millis(), environment.random());
        BsonDocument let = Arguments.of(request).document("let");
        if (let == null || let.isEmpty()) {
            return plain;
        }
        BsonDocument values = new BsonDocument();
        for (Map.Entry<String, BsonValue> variable : let.entrySet()) {
            QueryContext soFar = plain.withLet(values);
            BsonValue value =
                    Expression.parse(variable.getValue(), soFar).evaluate(new BsonDocument(), Variables.of(soFar));
            values.put(variable.getKey(), value == null ? BsonNull.VALUE : value);
        }
        return plain.withLet(values);
    }
}
