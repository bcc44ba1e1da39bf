package io.counterpoint.shard.plan;

import io.counterpoint.query.filter.Filter;
import io.counterpoint.shard.catalog.CollectionDescription;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What a command looks for. Immutable.
 *
 * @param collection where
 * @param filter which documents; its collation is the request's
 * @param sort {@code {path: 1 or -1, …}} or {@code {$natural: 1 or -1}}; empty for no order
 * @param hint name of an index, its key pattern, or {@code {$natural: 1 or -1}}; null leaves the choice to the planner
 * @param skip how many documents to leave out first, 0 or more
 * @param limit how many documents at most; 0 for all
 */
public record PlanRequest(
        CollectionDescription collection,
        Filter filter,
        BsonDocument sort,
        @Nullable BsonValue hint,
        long skip,
        long limit) {
    private static final BsonDocument NO_SORT = new BsonDocument();

    /** All documents that a filter selects, in any order. */
    public static PlanRequest of(CollectionDescription collection, Filter filter) {
        return new PlanRequest(collection, filter, NO_SORT, null, 0, 0);
    }

    /** The same with an order. */
    public PlanRequest withSort(BsonDocument order) {
        return new PlanRequest(collection, filter, order, hint, skip, limit);
    }

    /** The same with a hint. */
    public PlanRequest withHint(@Nullable BsonValue index) {
        return new PlanRequest(collection, filter, sort, index, skip, limit);
    }

    /** The same with some documents left out. */
    public PlanRequest withSkip(long count) {
        return new PlanRequest(collection, filter, sort, hint, count, limit);
    }

    /** The same with at most so many documents, 0 for all. */
    public PlanRequest withLimit(long count) {
        return new PlanRequest(collection, filter, sort, hint, skip, count);
    }
}
