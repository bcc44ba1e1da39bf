package io.counterpoint.shard.plan;

import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.shard.catalog.CollectionDescription;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** How the documents of a {@link PlanRequest} are found. Immutable; belongs to the catalog it was made from. */
public final class Plan {
    private final PlanRequest request;
    private final Access access;
    private final @Nullable SortPattern blockingSort;
    private final boolean exact;

    Plan(PlanRequest request, Access access, @Nullable SortPattern blockingSort) {
        this.request = request;
        this.access = access;
        this.blockingSort = blockingSort;
        this.exact = isExact(access, request.filter());
    }

    private static boolean isExact(Access access, Filter filter) {
        if (filter.matchesAll() || access instanceof Access.DistinctScan) {
            return true;
        }
        return access instanceof Access.IndexScan scan && ExactBounds.areExact(scan.bounds(), filter.root());
    }

    /** Where it looks. */
    public CollectionDescription collection() {
        return request.collection();
    }

    /**
     * Whether it reads one key of a unique index and at most one document: so little that no thread need be changed for
     * it.
     */
    public boolean isPoint() {
        return blockingSort == null
                && access instanceof Access.IndexScan scan
                && scan.bounds().areWholeKeys()
                && scan.ranges().size() == 1;
    }

    /** How it compares texts. */
    public Collation collation() {
        return request.filter().collation();
    }

    /** Whether it reads all documents of the collection. */
    public boolean isCollectionScan() {
        return access instanceof Access.CollectionScan;
    }

    /** Whether it must hold documents to bring them in order. */
    public boolean hasBlockingSort() {
        return blockingSort != null;
    }

    /** Whether what it finds is counted and not given out. */
    public boolean countOnly() {
        return request.use().countOnly();
    }

    /** As {@code explain} shows it in {@code winningPlan}. */
    public BsonDocument explain() {
        return new PlanExplanation(this).winningPlan();
    }

    /** Whether all that it finds is selected, so that nothing need be matched. */
    boolean isExact() {
        return exact;
    }

    /** Whether it counts entries of an index and reads no documents. */
    boolean countsKeys() {
        return request.use().countOnly() && exact && access instanceof Access.IndexScan;
    }

    Filter filter() {
        return request.filter();
    }

    Access access() {
        return access;
    }

    @Nullable
    SortPattern blockingSort() {
        return blockingSort;
    }

    BsonDocument sort() {
        return request.sort();
    }

    long skip() {
        return request.skip();
    }

    /** 0 for no limit. */
    long limit() {
        return request.limit();
    }
}
