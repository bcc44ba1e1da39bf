package io.counterpoint.query.window;

import static io.counterpoint.query.window.WindowArguments.refusal;

import io.counterpoint.query.sort.SortPattern;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A document's place in the order of its partition.
 *
 * <pre>
 * sorted by       3  5  5  8
 * documentNumber  1  2  3  4
 * rank            1  2  2  4
 * denseRank       1  2  2  3
 * </pre>
 *
 * @param ties what documents of equal value get
 */
record RankFunction(Ties ties) implements WindowFunction {
    static final WindowOperator DENSE_RANK =
            entry("$denseRank", "the place in the order, without gaps after equal ones", Ties.DENSE);
    static final WindowOperator DOCUMENT_NUMBER =
            entry("$documentNumber", "the place in the order, equal ones numbered too", Ties.NUMBERED);
    static final WindowOperator RANK = entry("$rank", "the place in the order", Ties.SHARED);

    /** What documents of equal value get. */
    enum Ties {
        /** One place each. */
        NUMBERED,
        /** The place of the first of them. */
        SHARED,
        /** The same place, and the next value gets the next. */
        DENSE
    }

    private static WindowOperator entry(String name, String help, Ties ties) {
        return new WindowOperator(name, help, arguments -> parse(arguments, ties));
    }

    private static WindowFunction parse(WindowArguments arguments, Ties ties) {
        if (arguments.window() != null) {
            throw refusal(5371601, "Rank style window functions take no other arguments");
        }
        if (!(arguments.operand() instanceof BsonDocument none) || !none.isEmpty()) {
            throw refusal(5371603, arguments.operator() + " must be specified with '{}' as the value");
        }
        @Nullable SortPattern sortBy = arguments.sortBy();
        if (sortBy == null || sortBy.fields().size() != 1) {
            throw refusal(
                    5371602,
                    arguments.operator()
                            + " must be specified with a top level sortBy expression with exactly one element");
        }
        return new RankFunction(ties);
    }

    @Override
    public BsonValue[] over(Partition partition) {
        SortPattern order = partition.requireSort();
        BsonValue[][] keys = partition.sortKeys();
        BsonValue[] places = new BsonValue[keys.length];
        int place = 0;
        for (int i = 0; i < keys.length; i++) {
            boolean tie = i > 0 && ties != Ties.NUMBERED && order.compareKeys(keys[i - 1], keys[i]) == 0;
            if (!tie) {
                place = ties == Ties.DENSE ? place + 1 : i + 1;
            }
            places[i] = new BsonInt32(place);
        }
        return places;
    }
}
