package io.counterpoint.query.aggregate;

import io.counterpoint.query.sort.SortPattern;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline over a sharded collection, divided. Running {@code shardStages} on each shard, merging the results, and
 * running {@code mergePipeline} over them gives what the whole pipeline would give over all documents in one place, up
 * to the order of documents where no {@code $sort} fixes it.
 *
 * <pre>
 * [{$match: {a: 1}}, {$group: {_id: "$b", n: {$sum: 1}}}, {$sort: {n: -1}}]
 *   shards:  {$match: {a: 1}}, {$_partialGroup: {_id: "$b", n: {$sum: 1}}}
 *   router:  {$_mergeGroup: {_id: "$b", n: {$sum: 1}}}, {$sort: {n: -1}}
 * </pre>
 *
 * @param shardStages what each shard runs; may hold halves of stages, which shards accept from routers only
 * @param mergePipeline what the router runs
 * @param mergeSort the order of each shard's results, in which the router merges them; null when any order will do
 */
public record SplitPipeline(
        List<BsonDocument> shardStages,
        Pipeline mergePipeline,
        @Nullable SortPattern mergeSort) {
    /** Copies the list. */
    public SplitPipeline {
        shardStages = List.copyOf(shardStages);
    }

    /** The router's stages as documents, as {@code explain} shows them. */
    public List<BsonDocument> mergeStages() {
        return mergePipeline.toBson();
    }
}
