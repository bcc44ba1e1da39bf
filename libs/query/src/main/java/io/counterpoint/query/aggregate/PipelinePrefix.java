package io.counterpoint.query.aggregate;

import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.stage.MatchStage;
import io.counterpoint.query.aggregate.stage.SortStage;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.sort.SortPattern;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a query planner can do with indexes in place of a pipeline's first stages. {@link Pipeline#after} removes what
 * was done.
 *
 * <pre>
 * [{$match: f}, {$sort: s}, {$limit: 5}, …]
 *   filter = f, sort = s, limit = 5, stagesAfterFilter = 1, stagesAfterSort = 2
 * </pre>
 *
 * @param filter the leading {@code $match}; null for none
 * @param sort the {@code $sort} that follows; null for none
 * @param limit how many documents the stages after that can use at most; empty for any number
 * @param stagesAfterFilter how many stages a plan replaces that applies the filter
 * @param stagesAfterSort how many stages a plan replaces that applies filter and order
 */
public record PipelinePrefix(
        @Nullable Filter filter,
        @Nullable SortPattern sort,
        OptionalLong limit,
        int stagesAfterFilter,
        int stagesAfterSort) {
    static PipelinePrefix of(List<Stage> stages) {
        int next = 0;
        Filter filter = null;
        if (next < stages.size() && stages.get(next) instanceof MatchStage match) {
            filter = match.filter();
            next++;
        }
        int stagesAfterFilter = next;
        SortPattern sort = null;
        if (next < stages.size() && stages.get(next) instanceof SortStage sortStage) {
            sort = sortStage.pattern();
            next++;
        }
        OptionalLong limit = SkipAndLimit.bound(stages.subList(next, stages.size()));
        return new PipelinePrefix(filter, sort, limit, stagesAfterFilter, next);
    }
}
