package io.counterpoint.router.command;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardCursor;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.cursor.BatchSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@code checkMetadataConsistency}: compares what the catalog says of a collection, of the collections of a database,
 * or of all collections, with what the shards have. Nothing locks the collections meanwhile: a change under way can
 * show.
 *
 * <p>Source: MongoDB manual, "checkMetadataConsistency" and "Inconsistency Types".
 */
final class MetadataConsistencyCommand {
    private final RouterAccess router;

    private MetadataConsistencyCommand(RouterAccess router) {
        this.router = router;
    }

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("checkMetadataConsistency", "Compares the catalog with the shards.")
                .fields("checkIndexes", "cursor")
                .abilities(Ability.READS)
                .handledBy(new MetadataConsistencyCommand(router)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        return router.catalog().store().allCollections().thenCompose(all -> {
            List<CompletableFuture<List<BsonDocument>>> checks = new ArrayList<>();
            for (Namespace namespace : all) {
                if (isMeant(request, namespace)) {
                    checks.add(check(namespace, request.deadlineNanos()));
                }
            }
            String cursorNamespace = request.database() + ".$cmd.aggregate";
            return Gathered.all(checks)
                    .thenCompose(found -> router.cursors()
                            .open(
                                    request,
                                    ListCollectionsCommand.cursor(request, cursorNamespace),
                                    BatchSource.of(
                                            found.stream().flatMap(List::stream).toList())));
        });
    }

    private static boolean isMeant(CommandRequest request, Namespace namespace) {
        if (request.body().get(request.name()) instanceof BsonString) {
            return namespace.equals(CommandNames.namespace(request));
        }
        return request.database().equals("admin") || request.database().equals(namespace.database());
    }

    private CompletableFuture<List<BsonDocument>> check(Namespace namespace, long deadlineNanos) {
        return router.catalog().store().collection(namespace).thenCompose(found -> {
            if (found.isEmpty() || found.get().view()) {
                return CompletableFuture.completedFuture(List.of());
            }
            List<CompletableFuture<List<BsonDocument>>> perShard = new ArrayList<>();
            found.get().shards().forEach(shard -> perShard.add(check(found.get(), shard, deadlineNanos)));
            return Gathered.all(perShard)
                    .thenApply(all -> all.stream().flatMap(List::stream).toList());
        });
    }

    private CompletableFuture<List<BsonDocument>> check(CollectionRouting routing, String shard, long deadlineNanos) {
        Namespace namespace = routing.namespace();
        RawDocument body = BsonBytes.raw(new BsonDocument("listCollections", new BsonInt32(1))
                .append("filter", new BsonDocument("name", new BsonString(namespace.collection()))));
        return router.shards()
                .send(shard, ShardRequest.of(namespace.database(), body, null, deadlineNanos))
                .thenCompose(reply -> ShardCursor.of(shard, reply).drain(router.shards()))
                .thenApply(entries -> compare(routing, shard, entries));
    }

    private static List<BsonDocument> compare(CollectionRouting routing, String shard, List<RawDocument> entries) {
        BsonDocument details = new BsonDocument(
                        "namespace", new BsonString(routing.namespace().toString()))
                .append("shard", new BsonString(shard))
                .append("uuid", new BsonBinary(routing.uuid()));
        if (entries.isEmpty()) {
            return List.of(inconsistency(
                    "MissingLocalCollection", "The shard owns data of a collection that it does not have", details));
        }
        BsonValue local = entries.get(0).getDocument("info").get("uuid");
        if (new BsonBinary(routing.uuid()).equals(local)) {
            return List.of();
        }
        if (local != null) {
            details.append("localUUID", local);
        }
        return List.of(inconsistency(
                "CollectionUUIDMismatch", "The shard has another collection of that name than the catalog", details));
    }

    private static BsonDocument inconsistency(String type, String description, BsonDocument details) {
        return new BsonDocument("type", new BsonString(type))
                .append("description", new BsonString(description))
                .append("details", details);
    }
}
