package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.filter.FilterNode;
import io.counterpoint.query.filter.FilterParser;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code {a: {$all: [values]}}}: all of the values are there, in any order; with {@code $elemMatch} in the list, each
 * of them finds an element. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/all/">$all</a>.
 */
final class AllOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$all", "an array holds all of several values", AllOperator::parse);

    private AllOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        if (!(use.operand() instanceof BsonArray array)) {
            throw new CommandException(ErrorCode.BAD_VALUE, "$all needs an array");
        }
        if (array.isEmpty()) {
            return new FilterNode.Constant(false);
        }
        boolean elementMatches = isElemMatch(array.get(0));
        List<FilterNode> nodes = new ArrayList<>(array.size());
        for (BsonValue member : array) {
            nodes.add(elementMatches ? elementMatch(use, member) : value(use, member));
        }
        return nodes.size() == 1 ? nodes.get(0) : new FilterNode.And(nodes);
    }

    private static FilterNode elementMatch(FilterOperator.Use use, BsonValue member) {
        if (!isElemMatch(member)) {
            throw new CommandException(ErrorCode.BAD_VALUE, "$all/$elemMatch has to be consistent");
        }
        List<FilterNode> nodes = use.parser().parseOperators(use.path(), member.asDocument());
        return nodes.size() == 1 ? nodes.get(0) : new FilterNode.And(nodes);
    }

    private static FilterNode value(FilterOperator.Use use, BsonValue member) {
        if (FilterParser.isOperatorDocument(member)) {
            throw new CommandException(ErrorCode.BAD_VALUE, "no $ expressions in $all");
        }
        return member.isRegularExpression()
                ? RegexOperator.node(use.path(), member.asRegularExpression())
                : EqOperator.node(use.path(), member, use.order());
    }

    private static boolean isElemMatch(BsonValue member) {
        return member instanceof BsonDocument document
                && !document.isEmpty()
                && document.getFirstKey().equals("$elemMatch");
    }
}
