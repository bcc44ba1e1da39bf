package io.counterpoint.query.aggregate;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.stage.MatchStage;
import io.counterpoint.query.aggregate.stage.SortStage;
import io.counterpoint.query.filter.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** Rewrites of pipelines that change nothing but the cost. */
final class PipelineOptimizer {
    private PipelineOptimizer() {}

    static List<Stage> optimize(List<Stage> stages, QueryContext context) {
        List<Stage> result = new ArrayList<>(stages);
        filterBeforeSorting(result);
        filterOnce(result, context);
        tellSortsTheirLimit(result);
        return result;
    }

    /** {@code [$sort, $match]} becomes {@code [$match, $sort]}. */
    private static void filterBeforeSorting(List<Stage> stages) {
        for (int i = 1; i < stages.size(); i++) {
            for (int j = i;
                    j > 0 && stages.get(j) instanceof MatchStage && stages.get(j - 1) instanceof SortStage;
                    j--) {
                Stage match = stages.get(j);
                stages.set(j, stages.get(j - 1));
                stages.set(j - 1, match);
            }
        }
    }

    /**
     * {@code [{$match: f}, {$match: g}]} becomes {@code [{$match: {$and: [f, g]}}]}, which indexes can serve as a
     * whole.
     */
    private static void filterOnce(List<Stage> stages, QueryContext context) {
        for (int i = stages.size() - 1; i > 0; i--) {
            if (stages.get(i) instanceof MatchStage second && stages.get(i - 1) instanceof MatchStage first) {
                BsonArray both = new BsonArray(
                        List.of(first.filter().source(), second.filter().source()));
                stages.set(i - 1, new MatchStage(Filter.parse(new BsonDocument("$and", both), context)));
                stages.remove(i);
            }
        }
    }

    /** {@code [$sort, $skip: 3, $limit: 5]}: the sort keeps no more than 8 documents. The limit stays. */
    private static void tellSortsTheirLimit(List<Stage> stages) {
        for (int i = 0; i < stages.size(); i++) {
            if (stages.get(i) instanceof SortStage sort) {
                OptionalLong bound = SkipAndLimit.bound(stages.subList(i + 1, stages.size()));
                if (bound.isPresent()) {
                    stages.set(i, sort.withLimit(bound.getAsLong()));
                }
            }
        }
    }
}
