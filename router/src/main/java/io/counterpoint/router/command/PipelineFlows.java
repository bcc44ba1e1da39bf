package io.counterpoint.router.command;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.Pipeline;
import io.counterpoint.query.aggregate.SplitPipeline;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.merge.MergeCursor;
import io.counterpoint.router.merge.MergePlan;
import io.counterpoint.router.routing.ShardTargeter;
import io.counterpoint.router.rpc.ExpectedVersion;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.cursor.BatchSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * Begins pipelines: sends to the shards what they can do and tells what is left to do here.
 *
 * <pre>
 * one shard can have the documents, and no stage reaches beyond it     the shard does everything
 * otherwise                                                            the pipeline is split; shards' results are merged, the rest runs here
 * admin.counters                                                       the shown rows, and everything runs here
 * a view                                                               its pipeline comes first, over what it is on
 * </pre>
 */
final class PipelineFlows {
    private final RouterAccess router;
    private final ViewResolver views;

    PipelineFlows(RouterAccess router) {
        this.router = router;
        views = new ViewResolver(router);
    }

    /**
     * A pipeline under way.
     *
     * @param documents what comes from the shards, to be closed
     * @param rest what is left to do with it here
     * @param namespace what is read: of a view, the collection below
     * @param context variables, time and collation of the rest
     */
    record Flow(BatchSource documents, Pipeline rest, Namespace namespace, QueryContext context) {
        boolean isComplete() {
            return rest.stages().isEmpty();
        }
    }

    /** Begins a pipeline. */
    CompletableFuture<Flow> open(PipelineRun run) {
        if (!run.hasCollection()) {
            return here(run);
        }
        if (CommandNames.isCounters(run.namespace())) {
            if (run.pipeline().hasOwnSource()) {
                return here(run);
            }
            return router.counterRows()
                    .read(leadingFilter(run.pipeline()))
                    .thenApply(rows -> new Flow(BatchSource.of(rows), run.pipeline(), run.namespace(), run.context()));
        }
        if (CommandNames.isUnrouted(run.namespace().database())) {
            return open(run, List.of(router.shards().configShard()), null);
        }
        return router.calls().run(run.namespace(), found -> open(run, found));
    }

    private static CompletableFuture<Flow> here(PipelineRun run) {
        return CompletableFuture.completedFuture(
                new Flow(BatchSource.of(List.of()), run.pipeline(), run.namespace(), run.context()));
    }

    private CompletableFuture<Flow> open(PipelineRun run, Optional<CollectionRouting> found) {
        if (found.isEmpty()) {
            return open(run, List.of(router.shards().configShard()), ExpectedVersion.noCollection());
        }
        CollectionRouting routing = found.get();
        PipelineRun collated = run.over(routing.collation());
        if (routing.view()) {
            collated.checkViewCollation(routing.collation());
            return views.resolve(routing, run.patience().deadlineNanos())
                    .thenCompose(view -> open(collated.over(view)));
        }
        return open(collated, targets(routing, collated), routing.version());
    }

    /** The shards that can have what the leading {@code $match} selects. */
    static List<String> targets(CollectionRouting routing, PipelineRun run) {
        return ShardTargeter.shardsFor(routing, leadingFilter(run.pipeline()), run.context());
    }

    private static BsonDocument leadingFilter(Pipeline pipeline) {
        Filter filter = pipeline.prefix().filter();
        return filter == null ? new BsonDocument() : filter.source();
    }

    private CompletableFuture<Flow> open(PipelineRun run, List<String> targets, @Nullable ExpectedVersion version) {
        List<BsonDocument> stages = run.pipeline().toBson();
        if (targets.size() == 1 && !PipelineReach.needsRouter(stages)) {
            return send(
                    run,
                    targets,
                    version,
                    stages,
                    run.pipeline().after(run.pipeline().stages().size()),
                    null);
        }
        SplitPipeline split = run.pipeline().split();
        if (split.shardStages().isEmpty() && run.pipeline().hasOwnSource()) {
            return here(run);
        }
        return send(run, targets, version, split.shardStages(), split.mergePipeline(), split.mergeSort());
    }

    private CompletableFuture<Flow> send(
            PipelineRun run,
            List<String> targets,
            @Nullable ExpectedVersion version,
            List<BsonDocument> stages,
            Pipeline rest,
            @Nullable SortPattern order) {
        BsonDocument cursor = new BsonDocument();
        if (rest.stages().isEmpty()) {
            cursor.append("batchSize", new BsonInt32(run.batchSize()));
        }
        BsonDocument body = new BsonDocument(
                        "aggregate", new BsonString(run.namespace().collection()))
                .append("pipeline", new BsonArray(stages))
                .append("cursor", cursor);
        body.putAll(run.fields());
        run.session().appendTo(body);
        RawDocument bytes = BsonBytes.raw(body);
        ShardRequest request = ShardRequest.of(
                        run.namespace().database(),
                        bytes,
                        version,
                        run.patience().deadlineNanos())
                .endingWith(run.patience().interruption());
        return ShardScans.open(router.shards(), targets, request, false)
                .thenApply(opened -> new Flow(
                        new MergeCursor(router.shards(), opened.cursors(), run.session(), MergePlan.sorted(order)),
                        rest,
                        run.namespace(),
                        run.context()));
    }
}
