package io.counterpoint.router.routing;

import io.counterpoint.base.Environment;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.collation.Collation;
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
     * The context of a command whose collection has no collation, or does not matter. Under the {@code collation} that
     * the command asks for.
     *
     * @throws io.counterpoint.base.error.CommandException as {@link #of(CommandRequest, Environment, Collation)}
     */
    public static QueryContext of(CommandRequest request, Environment environment) {
        return of(request, environment, Collation.SIMPLE);
    }

    /**
     * The context of a command.
     *
     * @param ofCollection the collection's collation, for a command that asks for none
     * @throws io.counterpoint.base.error.CommandException when {@code let} is no document or an expression in it fails,
     *     and for a {@code collation} that is none
     */
    public static QueryContext of(CommandRequest request, Environment environment, Collation ofCollection) {
        QueryContext plain = new QueryContext(
                new BsonDocument(),
                environment.clock().millis(),
                environment.random(),
                collation(request, ofCollection));
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

    /**
     * The collation of a command.
     *
     * @param ofCollection the collection's, for a command that asks for none
     * @throws io.counterpoint.base.error.CommandException for a {@code collation} that is none
     */
    public static Collation collation(CommandRequest request, Collation ofCollection) {
        return Collation.of(Arguments.of(request).document("collation"), ofCollection);
    }
}
