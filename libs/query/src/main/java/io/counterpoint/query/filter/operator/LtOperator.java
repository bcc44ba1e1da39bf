package io.counterpoint.query.filter.operator;

/**
 * {@code {a: {$lt: value}}}: less than a value, within the value's type bracket. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/lt/">$lt</a>.
 */
final class LtOperator {
    static final FilterOperator ENTRY = FilterOperator.ofField("$lt", "less than a value", Comparison.LESS::parse);

    private LtOperator() {}
}
