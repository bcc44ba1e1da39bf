package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardCursor;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.CommandRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@code $shardedDataDistribution}: how many documents and bytes of each sharded collection each shard has. Stands
 * first in {@code aggregate: 1} on {@code admin}; what follows it runs over its output.
 *
 * <p>Source: the MongoDB manual, "$shardedDataDistribution (aggregation)".
 */
final class DataDistribution {
    private static final String NAME = "$shardedDataDistribution";

    private final RouterAccess router;

    DataDistribution(RouterAccess router) {
        this.router = router;
    }

    static boolean isAskedFor(BsonArray stages) {
        return !stages.isEmpty()
                && stages.get(0) instanceof BsonDocument first
                && !first.isEmpty()
                && first.getFirstKey().equals(NAME);
    }

    CompletableFuture<BsonDocument> run(CommandRequest request, BsonArray stages) {
        if (!request.database().equals("admin") || request.argument() instanceof BsonString) {
            throw new CommandException(
                    ErrorCode.INVALID_NAMESPACE,
                    NAME + " must be run against the 'admin' database with {aggregate: 1}");
        }
        BsonArray rest = new BsonArray(stages.subList(1, stages.size()));
        return router.catalog()
                .store()
                .allCollections()
                .thenCompose(this::describeAll)
                .thenCompose(documents -> AggregateCommand.over(router, request, documents, rest));
    }

    private CompletableFuture<List<BsonDocument>> describeAll(List<Namespace> namespaces) {
        List<CompletableFuture<Optional<BsonDocument>>> described = new ArrayList<>();
        namespaces.forEach(namespace -> described.add(describe(namespace)));
        return Gathered.all(described)
                .thenApply(all -> all.stream().flatMap(Optional::stream).toList());
    }

    private CompletableFuture<Optional<BsonDocument>> describe(Namespace namespace) {
        return router.calls().run(namespace, found -> {
            if (found.isEmpty() || found.get().unsplittable()) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            RawDocument body = BsonBytes.raw(new BsonDocument("aggregate", new BsonString(namespace.collection()))
                    .append("pipeline", new BsonArray(List.of(collStats())))
                    .append("cursor", new BsonDocument()));
            ShardRequest request =
                    ShardRequest.of(namespace.database(), body, found.get().version(), Long.MAX_VALUE);
            List<CompletableFuture<BsonDocument>> answers = new ArrayList<>();
            for (String shard : found.get().shards()) {
                answers.add(router.shards()
                        .send(shard, request)
                        .thenApply(reply ->
                                entry(shard, ShardCursor.of(shard, reply).batch())));
            }
            return Gathered.all(answers)
                    .thenApply(entries -> Optional.of(new BsonDocument("ns", new BsonString(namespace.toString()))
                            .append("shards", new BsonArray(entries))));
        });
    }

    private static BsonDocument collStats() {
        return new BsonDocument("$collStats", new BsonDocument("storageStats", new BsonDocument()));
    }

    private static BsonDocument entry(String shard, List<RawDocument> answer) {
        BsonDocument stats =
                answer.isEmpty() ? new BsonDocument() : answer.get(0).getDocument("storageStats", new BsonDocument());
        return new BsonDocument("shardName", new BsonString(shard))
                .append("numOrphanedDocs", new BsonInt32(0))
                .append("numOwnedDocuments", number(stats, "count"))
                .append("ownedSizeBytes", number(stats, "size"))
                .append("orphanedSizeBytes", new BsonInt32(0));
    }

    private static BsonValue number(BsonDocument stats, String field) {
        BsonValue value = stats.get(field);
        return value == null ? new BsonInt64(0) : value;
    }
}
