package io.counterpoint.shard.plan;

import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.filter.FilterBounds;
import io.counterpoint.query.filter.FilterNode;
import io.counterpoint.query.filter.Interval;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * Whether an index that leaves documents out has all that a filter selects. May say no where a cleverer proof says yes,
 * never the other way round. Source: MongoDB manual, "Partial Indexes", "Sparse Indexes".
 */
final class PartialCoverage {
    private final FilterNode filter;

    /** Whether both filters compare texts by their bytes, as bounds do. */
    private final boolean simple;

    /** Whether both filters compare texts alike. */
    private final boolean alike;

    private final FilterBounds bounds;

    private PartialCoverage(FilterNode filter, boolean simple, boolean alike) {
        this.filter = filter;
        this.simple = simple;
        this.alike = alike;
        bounds = simple
                ? FilterBounds.in(filter, Collation.SIMPLE, Collation.SIMPLE)
                : FilterBounds.withoutTexts(filter);
    }

    /** Whether every document that a filter selects is one that the index's own filter selects. */
    static boolean implies(Demands demands, Filter indexFilter) {
        boolean simple =
                demands.collation().isSimple() && indexFilter.collation().isSimple();
        boolean alike = demands.collation().equals(indexFilter.collation());
        return new PartialCoverage(demands.node(), simple, alike).implies(indexFilter.root());
    }

    private boolean implies(FilterNode wanted) {
        if (wanted instanceof FilterNode.And and) {
            for (FilterNode child : and.children()) {
                if (!implies(child)) {
                    return false;
                }
            }
            return true;
        }
        if (wanted instanceof FilterNode.Or or) {
            for (FilterNode child : or.children()) {
                if (implies(child)) {
                    return true;
                }
            }
            return anyBranchImplies(filter, wanted);
        }
        return (wanted instanceof FilterNode.Path path
                        && (((alike || !Collation.concerns(path.operand())) && demands(filter, path))
                                || boundsImply(bounds, path)))
                || anyBranchImplies(filter, wanted);
    }

    /** Whether an {@code $or} among the filter's demands implies what is wanted whichever branch is met. */
    private boolean anyBranchImplies(FilterNode demand, FilterNode wanted) {
        if (demand instanceof FilterNode.And and) {
            for (FilterNode child : and.children()) {
                if (anyBranchImplies(child, wanted)) {
                    return true;
                }
            }
        }
        if (!(demand instanceof FilterNode.Or or)) {
            return false;
        }
        for (FilterNode branch : or.children()) {
            if (!new PartialCoverage(branch, simple, alike).implies(wanted)) {
                return false;
            }
        }
        return !or.children().isEmpty();
    }

    /** Whether the filter says the very same. */
    private static boolean demands(FilterNode filter, FilterNode.Path wanted) {
        if (filter instanceof FilterNode.And and) {
            for (FilterNode child : and.children()) {
                if (demands(child, wanted)) {
                    return true;
                }
            }
            return false;
        }
        return filter instanceof FilterNode.Path path
                && path.path().equals(wanted.path())
                && path.operator().equals(wanted.operator())
                && path.operand().equals(wanted.operand());
    }

    /** Whether a value within the filter's bounds, which each selected document has, satisfies what is wanted. */
    private static boolean boundsImply(FilterBounds filter, FilterNode.Path wanted) {
        String path = wanted.path().text();
        List<Interval> offered = filter.intervals(path, true);
        if (offered == null) {
            return false;
        }
        if (wanted.operator().equals("$exists")) {
            return !new FieldBounds(offered).includeNull();
        }
        // A missing field counts as null in bounds, and only equality with null holds for it.
        for (Interval interval : offered) {
            if (!satisfies(interval, wanted)) {
                return false;
            }
        }
        return true;
    }

    private static boolean satisfies(Interval offered, FilterNode.Path wanted) {
        if (offered.isPoint()) {
            return !(offered.lower() instanceof BsonNull) && wanted.predicate().test(offered.lower());
        }
        if (!isOneType(offered)) {
            return false;
        }
        // Within one type a comparison that holds at the nearer end holds for all of the range.
        return switch (wanted.operator()) {
            case "$gt", "$gte" -> holdsAt(offered.lower(), offered.lowerInclusive(), wanted);
            case "$lt", "$lte" -> holdsAt(offered.upper(), offered.upperInclusive(), wanted);
            default -> false;
        };
    }

    private static boolean isOneType(Interval range) {
        boolean allTexts = range.lower().isString()
                && !range.upperInclusive()
                && range.upper() instanceof BsonDocument next
                && next.isEmpty();
        return allTexts || BsonOrder.typeRank(range.lower()) == BsonOrder.typeRank(range.upper());
    }

    /** An end that is left out may be the border itself. */
    private static boolean holdsAt(BsonValue end, boolean inclusive, FilterNode.Path wanted) {
        return wanted.predicate().test(end) || (!inclusive && BsonOrder.equal(end, wanted.operand()));
    }

    /** Whether every document that a filter selects has a field of a sparse index, and so an entry. */
    static boolean demandsOne(FilterNode filter, IndexBounds bounds) {
        for (int i = 0; i < bounds.fields().size(); i++) {
            FieldBounds field = bounds.fields().get(i);
            String path = bounds.index().fields().get(i).path().text();
            boolean hashed = bounds.index().fields().get(i).hashed();
            if ((!hashed && !field.includeNull()) || demandsExistence(filter, path)) {
                return true;
            }
        }
        return false;
    }

    private static boolean demandsExistence(FilterNode filter, String path) {
        if (filter instanceof FilterNode.And and) {
            for (FilterNode child : and.children()) {
                if (demandsExistence(child, path)) {
                    return true;
                }
            }
            return false;
        }
        return filter instanceof FilterNode.Path leaf
                && leaf.operator().equals("$exists")
                && leaf.path().text().equals(path);
    }
}
