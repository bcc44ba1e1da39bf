package io.counterpoint.query.filter.operator;

/**
 * {@code {a: {$bitsAllClear: positions}}}: all of the given bits are 0. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/bitsAllClear/">$bitsAllClear</a>.
 */
final class BitsAllClearOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$bitsAllClear", "all of the given bits are 0", BitTest.ALL_CLEAR::parse);

    private BitsAllClearOperator() {}
}
