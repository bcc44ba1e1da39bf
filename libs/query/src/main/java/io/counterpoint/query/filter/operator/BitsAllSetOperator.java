package io.counterpoint.query.filter.operator;

/**
 * {@code {a: {$bitsAllSet: positions}}}: all of the given bits are 1. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/bitsAllSet/">$bitsAllSet</a>.
 */
final class BitsAllSetOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$bitsAllSet", "all of the given bits are 1", BitTest.ALL_SET::parse);

    private BitsAllSetOperator() {}
}
