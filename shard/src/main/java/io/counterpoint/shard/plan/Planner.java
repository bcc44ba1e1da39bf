package io.counterpoint.shard.plan;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how to find documents. A pure call over descriptions: it looks at no data, so the same request on the same
 * catalog gives the same plan. Any thread.
 *
 * <p>Source: MongoDB manual, "Query Plans", "Use Indexes to Sort Query Results", "$natural", "hint".
 */
public final class Planner {
    private static final String NATURAL = "$natural";

    private Planner() {}

    /**
     * The plan of a request.
     *
     * @throws CommandException BadValue (2) for a hint that names no index, NoQueryExecutionPlans (291) for one that
     *     cannot serve the filter, and what the sort's parser says
     */
    public static Plan plan(PlanRequest request) {
        Boolean natural = natural(request);
        if (natural != null) {
            return new Plan(request, new Access.CollectionScan(natural), null);
        }
        SortPattern sort =
                SortPattern.parse(request.sort(), request.filter().collation().order());
        BsonValue hint = request.hint();
        if (hint instanceof BsonDocument pattern && pattern.containsKey(NATURAL)) {
            return scan(request, isReverse(pattern, "hint"), sort);
        }
        IndexDescription hinted = hint == null ? null : hinted(request.collection(), hint);
        if (hinted != null) {
            if (!hasPartOf(hinted, request.filter())) {
                throw new CommandException(
                        ErrorCode.NO_QUERY_EXECUTION_PLANS, planningError(request.collection(), "No query solutions"));
            }
            return viaIndex(request, IndexChoice.of(IndexBounds.of(hinted, request.filter()), sort), sort);
        }
        IndexChoice best = best(request, sort);
        return best == null ? scan(request, false, sort) : viaIndex(request, best, sort);
    }

    private static @Nullable IndexChoice best(PlanRequest request, SortPattern sort) {
        IndexChoice best = null;
        for (IndexDescription index : request.collection().indexes()) {
            if (index.hidden()) {
                continue;
            }
            if (!hasPartOf(index, request.filter())) {
                continue;
            }
            IndexChoice choice = IndexChoice.of(IndexBounds.of(index, request.filter()), sort);
            if (!isUseful(choice, request.filter(), sort)) {
                continue;
            }
            if (choice.isPoint()) {
                return choice;
            }
            if (best == null || choice.cost() < best.cost()) {
                best = choice;
            }
        }
        return best;
    }

    /** Whether what a partial index leaves out is left out by the filter too. */
    private static boolean hasPartOf(IndexDescription index, Filter filter) {
        Filter partial = index.partialFilter();
        return partial == null || PartialCoverage.implies(filter, partial);
    }

    private static boolean isUseful(IndexChoice choice, Filter filter, SortPattern sort) {
        IndexBounds bounds = choice.bounds();
        boolean orders = !sort.isEmpty() && choice.order() != IndexChoice.Order.OTHER;
        if (!bounds.narrows() && !orders) {
            return false;
        }
        return !bounds.index().sparse() || PartialCoverage.demandsOne(filter, bounds);
    }

    private static Plan viaIndex(PlanRequest request, IndexChoice choice, SortPattern sort) {
        IndexBounds bounds = choice.bounds();
        if (bounds.isEmpty()) {
            return new Plan(request, new Access.Nothing(), null);
        }
        List<KeyRange> ranges = bounds.ranges();
        boolean oneDocument = bounds.areWholeKeys() && ranges.size() == 1;
        boolean sorts = !sort.isEmpty() && choice.order() == IndexChoice.Order.OTHER && !oneDocument;
        boolean reverse = choice.order() == IndexChoice.Order.REVERSE;
        return new Plan(request, new Access.IndexScan(bounds, ranges, reverse), sorts ? sort : null);
    }

    private static Plan scan(PlanRequest request, boolean reverse, SortPattern sort) {
        return new Plan(request, new Access.CollectionScan(reverse), sort.isEmpty() ? null : sort);
    }

    /** Whether {@code sort: {$natural: …}} asks for newest first; null when there is no such sort. */
    private static @Nullable Boolean natural(PlanRequest request) {
        if (!request.sort().containsKey(NATURAL)) {
            return null;
        }
        if (request.sort().size() > 1) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE, "Cannot include '$natural' in compound sort: " + ValueText.of(request.sort()));
        }
        boolean indexHinted = request.hint() instanceof BsonDocument pattern
                ? !pattern.isEmpty() && !pattern.containsKey(NATURAL)
                : request.hint() != null;
        if (indexHinted) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE, "a $natural sort cannot be combined with a hint of an index");
        }
        return isReverse(request.sort(), "sort");
    }

    private static boolean isReverse(BsonDocument natural, String where) {
        BsonValue direction = natural.get(NATURAL);
        double sign =
                direction != null && direction.isNumber() ? direction.asNumber().doubleValue() : 0;
        if (sign != 1 && sign != -1) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE, "$natural " + where + " cannot be set to a value other than -1 or 1.");
        }
        return sign < 0;
    }

    /** The index that a hint names; null for the empty pattern, which is no hint. */
    private static @Nullable IndexDescription hinted(CollectionDescription collection, BsonValue hint) {
        List<IndexDescription> matching;
        if (hint.isString()) {
            IndexDescription named = collection.index(hint.asString().getValue());
            matching = named == null ? List.of() : List.of(named);
        } else if (hint instanceof BsonDocument pattern) {
            if (pattern.isEmpty()) {
                return null;
            }
            matching = collection.indexesOn(pattern);
        } else {
            throw new CommandException(ErrorCode.FAILED_TO_PARSE, "Hint must be a string or an object");
        }
        matching = matching.stream().filter(index -> !index.hidden()).toList();
        if (matching.size() > 1) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    planningError(
                            collection,
                            "Hint matched multiple indexes, must hint by index name. Matched: "
                                    + matching.get(0).name() + " and "
                                    + matching.get(1).name()));
        }
        if (matching.isEmpty()) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    planningError(collection, "hint provided does not correspond to an existing index"));
        }
        return matching.get(0);
    }

    private static String planningError(CollectionDescription collection, String problem) {
        return "error processing query: ns=" + collection.namespace() + " planner returned error :: caused by :: "
                + problem;
    }
}
