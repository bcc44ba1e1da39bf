package io.counterpoint.query.window;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.sort.SortPattern;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** All window functions, sorted by name. To add one: its class, and its line here. */
public final class WindowFunctions {
    private static final List<WindowOperator> ALL = List.of(
            AccumulatedWindow.entry("$addToSet"),
            AccumulatedWindow.entry("$avg"),
            AccumulatedWindow.entry("$bottom"),
            AccumulatedWindow.entry("$bottomN"),
            AccumulatedWindow.entry("$count"),
            CovarianceState.POPULATION,
            CovarianceState.SAMPLE,
            RankFunction.DENSE_RANK,
            DerivativeFunction.ENTRY,
            RankFunction.DOCUMENT_NUMBER,
            MovingAverageFunction.ENTRY,
            EdgeFunction.FIRST,
            AccumulatedWindow.entry("$firstN"),
            IntegralState.ENTRY,
            EdgeFunction.LAST,
            AccumulatedWindow.entry("$lastN"),
            LinearFillFunction.ENTRY,
            LocfFunction.ENTRY,
            AccumulatedWindow.entry("$max"),
            AccumulatedWindow.entry("$maxN"),
            AccumulatedWindow.entry("$median"),
            AccumulatedWindow.entry("$min"),
            AccumulatedWindow.entry("$minN"),
            AccumulatedWindow.entry("$percentile"),
            AccumulatedWindow.entry("$push"),
            RankFunction.RANK,
            ShiftFunction.ENTRY,
            AccumulatedWindow.entry("$stdDevPop"),
            AccumulatedWindow.entry("$stdDevSamp"),
            AccumulatedWindow.entry("$sum"),
            AccumulatedWindow.entry("$top"),
            AccumulatedWindow.entry("$topN"));

    private static final Map<String, WindowOperator> BY_NAME =
            ALL.stream().collect(toUnmodifiableMap(WindowOperator::name, Function.identity()));

    private WindowFunctions() {}

    /** The whole list. */
    public static List<WindowOperator> all() {
        return ALL;
    }

    /** The function of that name; null when there is none. */
    public static @Nullable WindowOperator of(String name) {
        return BY_NAME.get(name);
    }

    static WindowFunction parse(BsonDocument specification, @Nullable SortPattern sortBy, QueryContext context) {
        for (String name : specification.keySet()) {
            if (name.startsWith("$")) {
                @Nullable WindowOperator operator = of(name);
                if (operator == null) {
                    throw WindowArguments.failedToParse("Unrecognized window function, " + name);
                }
                return operator.parser().parse(WindowArguments.of(specification, name, sortBy, context));
            }
        }
        throw WindowArguments.failedToParse("Expected a $-prefixed window function"
                + (specification.isEmpty() ? "" : ", " + specification.getFirstKey()));
    }
}
