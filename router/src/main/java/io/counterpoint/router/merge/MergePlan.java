package io.counterpoint.router.merge;

import io.counterpoint.query.projection.Projection;
import io.counterpoint.query.sort.SortPattern;
import org.jspecify.annotations.Nullable;

/**
 * What stays above the shards when their results are merged.
 *
 * @param sort the order of each shard's documents, kept in the result; null when none was asked for
 * @param skip documents to leave out at the start of the merged result
 * @param limit most documents of the merged result after that; 0 for all
 * @param projection what is shown of each document; null for what the shards give
 */
public record MergePlan(
        @Nullable SortPattern sort,
        long skip,
        long limit,
        @Nullable Projection projection) {
    /** Shards' documents in no order that was asked for. */
    public static final MergePlan UNSORTED = new MergePlan(null, 0, 0, null);

    /** Shards' documents in an order. */
    public static MergePlan sorted(@Nullable SortPattern sort) {
        return new MergePlan(sort, 0, 0, null);
    }
}
