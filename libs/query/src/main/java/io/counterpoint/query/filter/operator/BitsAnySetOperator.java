package io.counterpoint.query.filter.operator;

/**
 * {@code {a: {$bitsAnySet: positions}}}: one of the given bits is 1. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/bitsAnySet/">$bitsAnySet</a>.
 */
final class BitsAnySetOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$bitsAnySet", "one of the given bits is 1", BitTest.ANY_SET::parse);

    private BitsAnySetOperator() {}
}
