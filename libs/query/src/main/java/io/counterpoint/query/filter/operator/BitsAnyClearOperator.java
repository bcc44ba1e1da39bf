package io.counterpoint.query.filter.operator;

/**
 * {@code {a: {$bitsAnyClear: positions}}}: one of the given bits is 0. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/bitsAnyClear/">$bitsAnyClear</a>.
 */
final class BitsAnyClearOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$bitsAnyClear", "one of the given bits is 0", BitTest.ANY_CLEAR::parse);

    private BitsAnyClearOperator() {}
}
