package io.counterpoint.query.filter.operator;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.Truth;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.filter.FilterNode;

/**
 * {@code {$expr: expression}}: the expression is true of the document. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/expr/">$expr</a>.
 */
final class ExprOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofDocument("$expr", "an expression is true", ExprOperator::parse);

    private ExprOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        QueryContext context = use.parser().context();
        Expression expression = Expression.parse(use.operand(), context);
        Variables variables = Variables.of(context);
        return new FilterNode.Whole(
                "$expr", use.operand(), document -> Truth.of(expression.evaluate(document, variables)));
    }
}
