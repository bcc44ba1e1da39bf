package io.counterpoint.query.filter.operator;

import io.counterpoint.query.filter.FilterNode;

/**
 * {@code {a: {$nin: [values]}}}: everything that {@code $in} does not select. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/nin/">$nin</a>.
 */
final class NinOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$nin", "equal to none of several values", NinOperator::parse);

    private NinOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        return new FilterNode.Not(InOperator.node(use, "$nin"));
    }
}
