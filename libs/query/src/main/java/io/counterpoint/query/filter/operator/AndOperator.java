package io.counterpoint.query.filter.operator;

import io.counterpoint.query.filter.FilterNode;

/**
 * {@code {$and: [filters]}}: all of several filters match. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/and/">$and</a>.
 */
final class AndOperator {
    static final FilterOperator ENTRY = FilterOperator.ofDocument(
            "$and", "all of several filters match", use -> new FilterNode.And(LogicalOperands.parse(use)));

    private AndOperator() {}
}
