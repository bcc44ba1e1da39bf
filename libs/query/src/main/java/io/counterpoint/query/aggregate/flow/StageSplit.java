package io.counterpoint.query.aggregate.flow;

import io.counterpoint.query.sort.SortPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a stage of a pipeline over a sharded collection divides between shards and router. */
public sealed interface StageSplit {
    /**
     * Looks at one document at a time: each shard runs it over its own documents, and what follows may run there too.
     */
    record OnShards() implements StageSplit {}

    /** Needs all documents, or the router's reach: runs on the router, and so does all that follows. */
    record OnRouter() implements StageSplit {}

    /**
     * Each shard does a part over its own documents; the router finishes it, and all that follows runs there.
     *
     * <pre>
     * {$sort: {a: 1}}        shards: {$sort: {a: 1}}        router: merges by {a: 1}
     * {$limit: 5}            shards: {$limit: 5}            router: {$limit: 5}
     * </pre>
     *
     * @param onShards what each shard runs
     * @param onRouter what the router runs over the shards' results
     * @param mergeSort the order in which the shards' results come and in which the router merges them; null for none
     */
    record Partial(
            List<Stage> onShards,
            List<Stage> onRouter,
            @Nullable SortPattern mergeSort) implements StageSplit {
        /** Copies the lists. */
        public Partial {
            onShards = List.copyOf(onShards);
            onRouter = List.copyOf(onRouter);
        }
    }
}
