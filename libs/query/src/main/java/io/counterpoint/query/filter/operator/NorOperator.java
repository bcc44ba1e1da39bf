package io.counterpoint.query.filter.operator;

import io.counterpoint.query.filter.FilterNode;

/**
 * {@code {$nor: [filters]}}: none of several filters matches. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/nor/">$nor</a>.
 */
final class NorOperator {
    static final FilterOperator ENTRY = FilterOperator.ofDocument(
            "$nor", "none of several filters matches", use -> new FilterNode.Nor(LogicalOperands.parse(use)));

    private NorOperator() {}
}
