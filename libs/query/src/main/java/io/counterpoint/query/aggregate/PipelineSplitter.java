package io.counterpoint.query.aggregate;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.aggregate.stage.LimitStage;
import io.counterpoint.query.sort.SortPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Divides pipelines. Stages go to the shards from the left as long as each looks at single documents; the first that
 * does not is split if it can be, and everything after it stays on the router. A {@code $limit} that follows a split
 * {@code $sort} or a {@code $skip} bounds what the shards send.
 */
final class PipelineSplitter {
    private final List<Stage> onShards = new ArrayList<>();
    private final List<Stage> onRouter = new ArrayList<>();
    private @Nullable SortPattern mergeSort;

    private PipelineSplitter() {}

    static SplitPipeline split(List<Stage> stages, QueryContext context) {
        PipelineSplitter splitter = new PipelineSplitter();
        int next = splitter.takeLeft(stages);
        splitter.boundShards(stages, next);
        splitter.onRouter.addAll(stages.subList(next, stages.size()));
        List<BsonDocument> shardStages =
                splitter.onShards.stream().map(Stage::toBson).toList();
        return new SplitPipeline(shardStages, new Pipeline(splitter.onRouter, context), splitter.mergeSort);
    }

    /** Sends stages to the shards; returns the index of the first that stays whole on the router. */
    private int takeLeft(List<Stage> stages) {
        for (int i = 0; i < stages.size(); i++) {
            StageSplit split = stages.get(i).split();
            if (split instanceof StageSplit.OnShards) {
                onShards.add(stages.get(i));
            } else if (split instanceof StageSplit.Partial partial) {
                onShards.addAll(partial.onShards());
                onRouter.addAll(partial.onRouter());
                mergeSort = partial.mergeSort();
                return i + 1;
            } else {
                return i;
            }
        }
        return stages.size();
    }

    /** When only skips and limits of whole documents follow, no shard needs to send more than they let through. */
    private void boundShards(List<Stage> stages, int next) {
        if (!onRouter.isEmpty()) {
            return;
        }
        OptionalLong bound = SkipAndLimit.bound(stages.subList(next, stages.size()));
        if (bound.isPresent()) {
            onShards.add(new LimitStage(bound.getAsLong()));
        }
    }
}
