package io.counterpoint.query.filter.operator;

import io.counterpoint.query.filter.FilterNode;

/**
 * {@code {$or: [filters]}}: at least one of several filters matches. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/or/">$or</a>.
 */
final class OrOperator {
    static final FilterOperator ENTRY = FilterOperator.ofDocument(
            "$or", "at least one of several filters matches", use -> new FilterNode.Or(LogicalOperands.parse(use)));

    private OrOperator() {}
}
