package io.counterpoint.shard.plan;

import io.counterpoint.bson.path.FieldPath;
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
 * @param use what becomes of them
 */
public record PlanRequest(
        CollectionDescription collection,
        Filter filter,
        BsonDocument sort,
        @Nullable BsonValue hint,
        long skip,
        long limit,
        Use use) {
    private static final BsonDocument NONE = new BsonDocument();

    /**
     * What becomes of the documents, where an index can save work by it.
     *
     * @param min least key of the hinted index, {@code {path: value, …}}, included; empty for no limit
     * @param max greatest key, not included; empty for no limit
     * @param countOnly whether they are counted and not looked at
     * @param distinct path of which each value is wanted once; null when all documents are wanted
     */
    public record Use(
            BsonDocument min,
            BsonDocument max,
            boolean countOnly,
            @Nullable FieldPath distinct) {
        private static final Use ALL = new Use(NONE, NONE, false, null);

        boolean limitsKeys() {
            return !min.isEmpty() || !max.isEmpty();
        }
    }

    /** All documents of an order that are given out. */
    public PlanRequest(
            CollectionDescription collection,
            Filter filter,
            BsonDocument sort,
            @Nullable BsonValue hint,
            long skip,
            long limit) {
        this(collection, filter, sort, hint, skip, limit, Use.ALL);
    }

    /** All documents that a filter selects, in any order. */
    public static PlanRequest of(CollectionDescription collection, Filter filter) {
        return new PlanRequest(collection, filter, NONE, null, 0, 0);
    }

    /** The same with an order. */
    public PlanRequest withSort(BsonDocument order) {
        return new PlanRequest(collection, filter, order, hint, skip, limit, use);
    }

    /** The same with a hint. */
    public PlanRequest withHint(@Nullable BsonValue index) {
        return new PlanRequest(collection, filter, sort, index, skip, limit, use);
    }

    /** The same with some documents left out. */
    public PlanRequest withSkip(long count) {
        return new PlanRequest(collection, filter, sort, hint, count, limit, use);
    }

    /** The same with at most so many documents, 0 for all. */
    public PlanRequest withLimit(long count) {
        return new PlanRequest(collection, filter, sort, hint, skip, count, use);
    }

    /** The same within two keys of the hinted index; an empty one is no limit. */
    public PlanRequest withKeys(BsonDocument min, BsonDocument max) {
        return with(new Use(min, max, use.countOnly, use.distinct));
    }

    /** The same for documents that are only counted. */
    public PlanRequest withCountOnly() {
        return with(new Use(use.min, use.max, true, use.distinct));
    }

    /** The same for the different values of a path: one document of each value is enough. */
    public PlanRequest withDistinct(FieldPath path) {
        return with(new Use(use.min, use.max, use.countOnly, path));
    }

    private PlanRequest with(Use other) {
        return new PlanRequest(collection, filter, sort, hint, skip, limit, other);
    }

    /** Whether every document of the collection is meant, however it is found. */
    public boolean isWholeCollection() {
        boolean hinted = hint != null && !hint.equals(NONE);
        return filter.matchesAll() && !hinted && !use.limitsKeys();
    }
}
