package io.counterpoint.query.aggregate;

import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.stage.MatchStage;
import io.counterpoint.query.aggregate.stage.SortStage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Rewrites of pipelines that change nothing but the cost. */
final class PipelineOptimizer {
    private PipelineOptimizer() {}

    static List<Stage> optimize(List<Stage> stages) {
        List<Stage> result = new ArrayList<>(stages);
        filterBeforeSorting(result);
        tellSortsTheirLimit(result);
        return result;
    }

    /** {@code [$sort, $match]} becomes {@code [$match, $sort]}. */
    private static void filterBeforeSorting(List<Stage> stages) {
        for (int i = 1; i < stages.size(); i++) {
            for (int j = i; j > 0 && stages.get(j) instanceof MatchStage && stages.get(j - 1) instanceof SortStage; j--) {
                Stage match = stages.get(j);
                stages.set(j, stages.get(j - 1));
                stages.set(j - 1, match);
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
