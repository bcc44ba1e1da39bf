package io.counterpoint.shard.plan;

import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.filter.FilterBounds;
import io.counterpoint.query.filter.FilterNode;
import io.counterpoint.shard.catalog.IndexDescription;

/**
 * What a filter, or a part of it, demands.
 *
 * @param node the filter or the part
 * @param collation of the request, by which the whole filter compares texts
 */
record Demands(FilterNode node, Collation collation) {
    static Demands of(Filter filter) {
        return new Demands(filter.root(), filter.collation());
    }

    /** What another part of the same filter demands. */
    Demands of(FilterNode part) {
        return new Demands(part, collation);
    }

    /** The bounds of the demands in an index. */
    FilterBounds in(IndexDescription index) {
        return FilterBounds.in(node, collation, index.collation());
    }

    /** Whether an index compares texts as the request does. */
    boolean compareLike(IndexDescription index) {
        return collation.equals(index.collation());
    }
}
