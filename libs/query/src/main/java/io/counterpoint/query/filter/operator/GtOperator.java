package io.counterpoint.query.filter.operator;

/**
 * {@code {a: {$gt: value}}}: greater than a value, within the value's type bracket. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/gt/">$gt</a>.
 */
final class GtOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$gt", "greater than a value", Comparison.GREATER::parse);

    private GtOperator() {}
}
