package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.filter.FilterNode;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code {a: {$not: {operators}}}} and {@code {a: {$not: /regex/}}}: the operators do not match, also because there is
 * no such field. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/not/">$not</a>.
 */
final class NotOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$not", "the operators on this field do not match", NotOperator::parse);

    private NotOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        BsonValue operand = use.operand();
        if (operand.isRegularExpression()) {
            return new FilterNode.Not(RegexOperator.node(use.path(), operand.asRegularExpression()));
        }
        if (!(operand instanceof BsonDocument operators)) {
            throw new CommandException(ErrorCode.BAD_VALUE, "$not needs a regex or a document");
        }
        if (operators.isEmpty()) {
            throw new CommandException(ErrorCode.BAD_VALUE, "$not cannot be empty");
        }
        List<FilterNode> nodes = use.parser().parseOperators(use.path(), operators);
        return new FilterNode.Not(nodes.size() == 1 ? nodes.get(0) : new FilterNode.And(nodes));
    }
}
