package io.counterpoint.query.window;

import static io.counterpoint.query.window.WindowArguments.failedToParse;
import static io.counterpoint.query.window.WindowArguments.refusal;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.expression.DateUnit;
import io.counterpoint.query.sort.SortPattern;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Which documents of its partition belong to a document's window. Immutable; any thread. */
interface WindowBounds {
    /** Every window is the whole partition. */
    WindowBounds WHOLE = new DocumentBounds(null, null);

    /** The windows of all documents of a partition. */
    Frames frames(Partition partition);

    /**
     * Parses the value of {@code window}.
     *
     * @param sortBy the stage's order; null for none
     * @throws io.counterpoint.base.error.CommandException FailedToParse; 5339900 for bounds that are the wrong way
     *     round; 5339901, 5339902, 8947401 for bounds that the order does not go with
     */
    static WindowBounds parse(BsonValue window, @Nullable SortPattern sortBy, QueryContext context) {
        if (!(window instanceof BsonDocument options)) {
            throw failedToParse("'window' field must be an object");
        }
        @Nullable BsonValue documents = options.get("documents");
        @Nullable BsonValue range = options.get("range");
        @Nullable BsonValue unit = options.get("unit");
        if (documents != null && range != null) {
            throw failedToParse("Window bounds can specify either 'documents' or 'unit', not both.");
        }
        if (range == null && unit != null) {
            throw failedToParse("Window bounds can only specify 'unit' with range-based bounds.");
        }
        if (documents != null) {
            refuseOthers(
                    options, Set.of("documents"), "'window' field that specifies documents cannot have other fields");
            return documentBounds(pair(documents), sortBy, context);
        }
        if (range != null) {
            return rangeBounds(options, pair(range), unit, sortBy, context);
        }
        refuseOthers(
                options,
                Set.of(),
                "'window' field can only contain 'documents' as the only argument or 'range' with an optional 'unit'"
                        + " field");
        return WHOLE;
    }

    private static void refuseOthers(BsonDocument options, Set<String> known, String text) {
        if (!known.containsAll(options.keySet())) {
            throw failedToParse(text);
        }
    }

    private static BsonArray pair(BsonValue bounds) {
        if (!(bounds instanceof BsonArray array) || array.size() != 2) {
            throw failedToParse("Window bounds must be a 2-element array: " + ValueText.of(bounds));
        }
        return array;
    }

    private static WindowBounds documentBounds(BsonArray pair, @Nullable SortPattern sortBy, QueryContext context) {
        Bound lower = Bound.parse(pair.get(0), context);
        Bound upper = Bound.parse(pair.get(1), context);
        Long lowest = offset(lower);
        Long highest = offset(upper);
        Bound.checkOrder(lower, upper);
        if (sortBy == null && (lowest != null || highest != null)) {
            throw refusal(5339901, "Document-based bounds require a sortBy");
        }
        return new DocumentBounds(lowest, highest);
    }

    private static @Nullable Long offset(Bound bound) {
        if (bound.isUnbounded()) {
            return null;
        }
        OptionalLong whole = Numbers.asExactLong(bound.amount());
        if (whole.isEmpty() || whole.getAsLong() != (int) whole.getAsLong()) {
            throw failedToParse("Numeric document-based bounds must be an integer");
        }
        return whole.getAsLong();
    }

    private static WindowBounds rangeBounds(
            BsonDocument options,
            BsonArray pair,
            @Nullable BsonValue unit,
            @Nullable SortPattern sortBy,
            QueryContext context) {
        DateUnit dateUnit = null;
        if (unit == null) {
            refuseOthers(
                    options,
                    Set.of("range"),
                    "'window' field that specifies range cannot have other fields besides 'unit'");
        } else {
            refuseOthers(
                    options,
                    Set.of("range", "unit"),
                    "'window' field that specifies unit cannot have other fields besides 'range'");
            if (!(unit instanceof BsonString name)) {
                throw failedToParse("'unit' must be a string");
            }
            dateUnit = DateUnit.of(name.getValue());
        }
        Bound lower = rangeBound(pair.get(0), dateUnit, context);
        Bound upper = rangeBound(pair.get(1), dateUnit, context);
        Bound.checkOrder(lower, upper);
        if (sortBy == null || sortBy.fields().size() != 1) {
            throw refusal(5339902, "Range-based bounds require sortBy a single field");
        }
        SortPattern.Field field = sortBy.fields().get(0);
        if (!field.ascending()) {
            throw refusal(8947401, "Range-based bounds require an ascending sortBy");
        }
        return new RangeBounds(lower, upper, dateUnit, SortValues.expression(sortBy, context));
    }

    private static Bound rangeBound(BsonValue value, @Nullable DateUnit unit, QueryContext context) {
        Bound bound = Bound.parse(value, context);
        if (bound.isUnbounded() || bound.isCurrent()) {
            return bound;
        }
        if (unit != null && Numbers.asExactLong(bound.amount()).isEmpty()) {
            throw failedToParse("With 'unit', range-based bounds must be an integer");
        }
        if (!Numbers.isNumber(bound.amount())) {
            throw failedToParse("Range-based bounds expression must be a number");
        }
        return bound;
    }
}
