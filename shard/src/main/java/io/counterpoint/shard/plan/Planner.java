package io.counterpoint.shard.plan;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.filter.FilterNode;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.catalog.IndexField;
import io.counterpoint.shard.catalog.WildcardPaths;
import java.util.ArrayList;
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
    private static final BsonDocument NO_SORT = new BsonDocument();

    private Planner() {}

    /**
     * The plan of a request.
     *
     * @throws CommandException BadValue (2) for a hint that names no index, NoQueryExecutionPlans (291) for one that
     *     cannot serve the filter, 51173 to 51175 for {@code min} and {@code max} that fit no hinted index, and what
     *     the sort's parser says
     */
    public static Plan plan(PlanRequest request) {
        Boolean natural = natural(request);
        if (natural != null) {
            return new Plan(request, new Access.CollectionScan(natural), null);
        }
        SortPattern sort =
                SortPattern.parse(request.sort(), request.filter().collation().order());
        BsonValue hint = request.hint();
        boolean naturalHint = hint instanceof BsonDocument pattern && pattern.containsKey(NATURAL);
        IndexDescription hinted = hint == null || naturalHint ? null : hinted(request.collection(), hint);
        if (request.use().limitsKeys()) {
            return withinKeys(request, hinted, sort);
        }
        if (hint instanceof BsonDocument pattern && naturalHint) {
            return scan(request, isReverse(pattern, "hint"), sort);
        }
        Demands demands = Demands.of(request.filter());
        if (hinted != null) {
            if (hinted.wildcard() != null) {
                return viaWildcard(request, demands, hinted, sort);
            }
            // Who names an index gets what is in it, and no more: MongoDB scans the whole of a partial index whose
            // filter is not implied, as it does with a sparse one.
            IndexBounds whole =
                    hasPartOf(hinted, demands) ? IndexBounds.of(hinted, demands) : IndexBounds.whole(hinted, demands);
            Plan distinct = distinct(request, whole);
            return distinct != null ? distinct : viaIndex(request, IndexChoice.of(whole, sort), sort);
        }
        Plan distinct = distinct(request, demands);
        if (distinct != null) {
            return distinct;
        }
        IndexChoice best = best(request.collection(), demands, sort);
        if (best != null && best.isPoint()) {
            return viaIndex(request, best, sort);
        }
        UnionChoice union = union(request, demands, sort);
        if (union != null && (best == null || union.cost < best.cost())) {
            return union.plan;
        }
        return best == null ? scan(request, false, sort) : viaIndex(request, best, sort);
    }

    /** The plans that were thought of for a request and cost more than the one that runs. */
    public static List<Plan> rejected(PlanRequest request) {
        boolean decided = request.hint() != null
                || natural(request) != null
                || request.use().limitsKeys();
        if (decided) {
            return List.of();
        }
        SortPattern sort =
                SortPattern.parse(request.sort(), request.filter().collation().order());
        Demands demands = Demands.of(request.filter());
        List<Plan> plans = new ArrayList<>();
        for (IndexChoice choice : choices(request.collection(), demands, sort)) {
            plans.add(viaIndex(request, choice, sort));
        }
        UnionChoice union = union(request, demands, sort);
        if (union != null) {
            plans.add(union.plan);
        }
        BsonDocument winning = plan(request).explain();
        plans.removeIf(plan -> plan.explain().equals(winning));
        return plans;
    }

    private static @Nullable IndexChoice best(CollectionDescription collection, Demands demands, SortPattern sort) {
        IndexChoice best = null;
        for (IndexDescription index : collection.indexes()) {
            IndexChoice choice = choice(index, demands, sort);
            if (choice == null) {
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

    private static List<IndexChoice> choices(CollectionDescription collection, Demands demands, SortPattern sort) {
        List<IndexChoice> choices = new ArrayList<>();
        for (IndexDescription index : collection.indexes()) {
            IndexChoice choice = choice(index, demands, sort);
            if (choice != null) {
                choices.add(choice);
            }
        }
        return choices;
    }

    /** What an index could do for a filter and an order; null when it is no use, or must not be used. */
    private static @Nullable IndexChoice choice(IndexDescription index, Demands demands, SortPattern sort) {
        if (!index.isSearchable() || !hasPartOf(index, demands)) {
            return null;
        }
        WildcardPaths wildcard = index.wildcard();
        if (wildcard != null) {
            return wildcardChoice(index, wildcard, demands, sort);
        }
        IndexChoice choice = IndexChoice.of(IndexBounds.of(index, demands), sort);
        return isUseful(choice, demands.node(), sort) ? choice : null;
    }

    private static @Nullable IndexChoice wildcardChoice(
            IndexDescription index, WildcardPaths wildcard, Demands demands, SortPattern sort) {
        IndexChoice best = null;
        for (IndexDescription onPath : WildcardUse.expand(index, wildcard, demands.node())) {
            IndexChoice choice = IndexChoice.of(IndexBounds.of(onPath, demands), sort);
            if (WildcardUse.canServe(choice.bounds()) && (best == null || choice.cost() < best.cost())) {
                best = choice;
            }
        }
        return best;
    }

    private static Plan viaWildcard(PlanRequest request, Demands demands, IndexDescription index, SortPattern sort) {
        IndexChoice choice = choice(index, demands, sort);
        if (choice == null) {
            throw new CommandException(
                    ErrorCode.NO_QUERY_EXECUTION_PLANS,
                    planningError(
                            request.collection(),
                            "$hint: refusing to build whole-index solution, because it's a wildcard index"));
        }
        return viaIndex(request, choice, sort);
    }

    /** Whether what a partial index leaves out is left out by the filter too. */
    private static boolean hasPartOf(IndexDescription index, Demands demands) {
        Filter partial = index.partialFilter();
        return partial == null || PartialCoverage.implies(demands, partial);
    }

    private static boolean isUseful(IndexChoice choice, FilterNode filter, SortPattern sort) {
        IndexBounds bounds = choice.bounds();
        boolean orders = !sort.isEmpty() && choice.order() != IndexChoice.Order.OTHER;
        if (!bounds.narrows() && !orders) {
            return false;
        }
        return !bounds.index().sparse() || PartialCoverage.demandsOne(filter, bounds);
    }

    private record UnionChoice(Plan plan, double cost) {}

    /** The branches of an {@code $or} by an index each; null when the filter has none, or one without an index. */
    private static @Nullable UnionChoice union(PlanRequest request, Demands whole, SortPattern sort) {
        FilterNode root = whole.node();
        List<FilterNode> others = new ArrayList<>();
        FilterNode.Or or = root instanceof FilterNode.Or only ? only : null;
        if (root instanceof FilterNode.And and) {
            for (FilterNode child : and.children()) {
                if (or == null && child instanceof FilterNode.Or first) {
                    or = first;
                } else {
                    others.add(child);
                }
            }
        }
        if (or == null) {
            return null;
        }
        List<Access.IndexScan> scans = new ArrayList<>();
        double cost = 0;
        for (FilterNode branch : or.children()) {
            List<FilterNode> demands = new ArrayList<>(others);
            demands.add(branch);
            IndexChoice choice =
                    best(request.collection(), whole.of(new FilterNode.And(demands)), SortPattern.parse(NO_SORT));
            if (choice == null) {
                return null;
            }
            if (!choice.bounds().isEmpty()) {
                scans.add(new Access.IndexScan(choice.bounds(), choice.bounds().ranges(), false));
                cost += choice.cost();
            }
        }
        if (scans.isEmpty()) {
            return new UnionChoice(new Plan(request, new Access.Nothing(), null), 0);
        }
        return new UnionChoice(
                new Plan(request, new Access.Union(scans), sort.isEmpty() ? null : sort),
                sort.isEmpty() ? cost : IndexChoice.withSort(cost));
    }

    private static @Nullable Plan distinct(PlanRequest request, Demands demands) {
        if (request.use().distinct() == null) {
            return null;
        }
        for (IndexDescription index : request.collection().indexes()) {
            boolean usable = index.isSearchable() && index.wildcard() == null;
            if (usable && hasPartOf(index, demands)) {
                Plan plan = distinct(request, IndexBounds.of(index, demands));
                if (plan != null) {
                    return plan;
                }
            }
        }
        return null;
    }

    /** A scan that goes from value to value; null when an index cannot do it. */
    private static @Nullable Plan distinct(PlanRequest request, IndexBounds bounds) {
        FieldPath path = request.use().distinct();
        List<IndexField> fields = bounds.index().fields();
        int position = 0;
        while (position < bounds.exactCount()
                && position < fields.size()
                && !fields.get(position).path().equals(path)) {
            position++;
        }
        boolean possible = position < fields.size()
                && fields.get(position).path().equals(path)
                && !bounds.index().isHashed()
                && !bounds.index().isMultikey()
                && bounds.comparesAlike()
                && !bounds.isEmpty()
                && ExactBounds.areExact(bounds, request.filter().root());
        if (!possible) {
            return null;
        }
        Access.IndexScan scan = new Access.IndexScan(bounds, bounds.ranges(), false);
        return new Plan(request, new Access.DistinctScan(scan, position), null);
    }

    private static Plan withinKeys(PlanRequest request, @Nullable IndexDescription index, SortPattern sort) {
        Access.KeyLimits limits =
                new Access.KeyLimits(request.use().min(), request.use().max());
        if (index == null) {
            throw new CommandException(
                    ErrorCode.location(51173),
                    planningError(
                            request.collection(),
                            "When using min()/max() a hint of which index to use must be provided"));
        }
        KeyRange range = KeyLimitRange.of(request, index, limits);
        IndexChoice choice = IndexChoice.of(IndexBounds.whole(index, Demands.of(request.filter())), sort);
        boolean sorts = !sort.isEmpty() && choice.order() == IndexChoice.Order.OTHER;
        boolean reverse = choice.order() == IndexChoice.Order.REVERSE;
        return new Plan(
                request, new Access.IndexScan(choice.bounds(), List.of(range), reverse, limits), sorts ? sort : null);
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
        matching = matching.stream().filter(IndexDescription::isSearchable).toList();
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

    /** A refusal of the planner as MongoDB words it. */
    static String planningError(CollectionDescription collection, String problem) {
        return "error processing query: ns=" + collection.namespace() + " planner returned error :: caused by :: "
                + problem;
    }
}
