package io.counterpoint.query.aggregate;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.sort.SortPattern;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/**
 * Runs a pipeline as a router and its shards do: the shards' stages travel as bytes through the router's door, the
 * results come back as bytes and are merged.
 */
final class ShardedRun {
    private final MemoryEnvironment environment;
    private final QueryContext query;

    ShardedRun(MemoryEnvironment environment, QueryContext query) {
        this.environment = environment;
        this.query = query;
    }

    List<BsonDocument> run(Pipeline pipeline, List<List<BsonDocument>> shards) {
        SplitPipeline split = pipeline.optimized().split();
        List<BsonDocument> merged = new ArrayList<>();
        for (List<BsonDocument> shard : shards) {
            merged.addAll(onShard(split, shard));
        }
        SortPattern order = split.mergeSort();
        if (order != null) {
            merged.sort(order.comparator());
        }
        return drain(split.mergePipeline()
                .run(environment.counted(DocumentIterator.over(merged)), environment.context("c")));
    }

    static List<BsonDocument> drain(DocumentIterator documents) {
        List<BsonDocument> results = new ArrayList<>();
        try (documents) {
            while (documents.hasNext()) {
                results.add(documents.next());
            }
        }
        return results;
    }

    private List<BsonDocument> onShard(SplitPipeline split, List<BsonDocument> documents) {
        BsonArray stages = new BsonArray();
        split.shardStages().forEach(stage -> stages.add(BsonBytes.raw(stage)));
        Pipeline pipeline = Pipeline.parse(stages, PipelineDoor.ROUTER, query).optimized();
        List<BsonDocument> raw = new ArrayList<>();
        documents.forEach(document -> raw.add(BsonBytes.raw(document)));
        List<BsonDocument> results = new ArrayList<>();
        drain(pipeline.run(environment.counted(DocumentIterator.over(raw)), environment.context("c")))
                .forEach(result -> results.add(BsonBytes.raw(result)));
        return results;
    }
}
