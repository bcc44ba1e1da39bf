package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.filter.FilterNode;

/**
 * {@code {a: {$ne: value}}}: everything that {@code $eq} does not select, documents without the field too. Source:
 * MongoDB manual, <a href="https://www.mongodb.com/docs/manual/reference/operator/query/ne/">$ne</a>.
 */
final class NeOperator {
    static final FilterOperator ENTRY = FilterOperator.ofField("$ne", "not equal to a value", NeOperator::parse);

    private NeOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        if (use.operand().isRegularExpression()) {
            throw new CommandException(ErrorCode.BAD_VALUE, "Can't have regex as arg to $ne.");
        }
        return new FilterNode.Not(EqOperator.node(use.path(), use.operand(), use.order()));
    }
}
