package io.counterpoint.query.projection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.filter.FilterNode;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {a: {$elemMatch: {…}}}}: of an array only the first element that matches; nothing when none does. Source:
 * MongoDB manual, <a href="https://www.mongodb.com/docs/manual/reference/operator/projection/elemMatch/">$elemMatch
 * (projection)</a>.
 */
record ElemMatchProjection(String name, FilterNode.ElementPredicate predicate) implements Expression {
    static Expression parse(String name, BsonValue operand, QueryContext context) {
        if (!(operand instanceof BsonDocument)) {
            throw new CommandException(
                    ErrorCode.location(31274),
                    "elemMatch: Invalid argument, object required, but got " + BsonTypes.name(operand));
        }
        BsonDocument filter = new BsonDocument(name, new BsonDocument("$elemMatch", operand));
        if (Filter.parse(filter, context).root() instanceof FilterNode.Path path
                && path.predicate() instanceof FilterNode.ElementPredicate predicate) {
            return new ElemMatchProjection(name, predicate);
        }
        throw new IllegalStateException("an $elemMatch filter is a predicate about elements");
    }

    @Override
    public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
        if (root.get(name) instanceof BsonArray array) {
            for (BsonValue element : array) {
                if (predicate.testElement(element)) {
                    return new BsonArray(List.of(element));
                }
            }
        }
        return null;
    }
}
