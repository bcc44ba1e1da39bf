package io.counterpoint.query.filter.operator;

/**
 * {@code {a: {$lte: value}}}: less than or equal to a value, within the value's type bracket. Source: MongoDB manual,
 * <a href="https://www.mongodb.com/docs/manual/reference/operator/query/lte/">$lte</a>.
 */
final class LteOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$lte", "less than or equal to a value", Comparison.LESS_OR_EQUAL::parse);

    private LteOperator() {}
}
