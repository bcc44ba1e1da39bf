package io.counterpoint.query.filter.operator;

/**
 * {@code {a: {$gte: value}}}: greater than or equal to a value, within the value's type bracket. Source: MongoDB
 * manual, <a href="https://www.mongodb.com/docs/manual/reference/operator/query/gte/">$gte</a>.
 */
final class GteOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$gte", "greater than or equal to a value", Comparison.GREATER_OR_EQUAL::parse);

    private GteOperator() {}
}
