package io.counterpoint.router.command;

import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.key.ShardKeyField;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.rpc.ExpectedVersion;
import io.counterpoint.router.rpc.Settled;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@code createIndexes}, {@code dropIndexes}, {@code listIndexes}. Every shard has every index of a collection. A
 * unique index is unique on each shard: across shards it is so only where the shard key keeps equal values together.
 */
final class IndexCommands {
    private static final int ATTEMPTS_MAX = 20;

    private final RouterAccess router;
    private final Forwarding forwarding;

    private IndexCommands(RouterAccess router) {
        this.router = router;
        forwarding = new Forwarding(router);
    }

    static List<CommandEntry> entries(RouterAccess router) {
        IndexCommands commands = new IndexCommands(router);
        return List.of(
                CommandEntry.command("createIndexes", "Adds indexes to a collection.")
                        .fields("indexes", "commitQuorum", "ignoreUnknownIndexOptions")
                        .abilities(Ability.WRITES)
                        .handledBy(commands::createIndexes),
                CommandEntry.command("dropIndexes", "Drops indexes of a collection.")
                        .aliases("deleteIndexes")
                        .fields("index")
                        .abilities(Ability.WRITES)
                        .handledBy(commands::dropIndexes),
                CommandEntry.command("listIndexes", "Lists the indexes of a collection.")
                        .fields("cursor")
                        .abilities(Ability.READS)
                        .handledBy(commands::listIndexes));
    }

    private CompletableFuture<BsonDocument> createIndexes(CommandRequest request) {
        Namespace namespace = CommandNames.namespace(request);
        if (CommandNames.isUnrouted(namespace.database())) {
            return forwarding.toConfigShard(request);
        }
        BsonArray indexes = Arguments.of(request).array("indexes");
        if (indexes == null) {
            throw RequestErrors.missing("createIndexes.indexes");
        }
        return createIndexes(request, namespace, indexes, ATTEMPTS_MAX);
    }

    /** Makes the collection first if it is not there, and once more if it is dropped in between. */
    private CompletableFuture<BsonDocument> createIndexes(
            CommandRequest request, Namespace namespace, BsonArray indexes, int attemptsLeft) {
        CompletableFuture<BsonDocument> created = router.catalog()
                .routing(namespace)
                .thenCompose(found -> {
                    boolean made = found.isEmpty();
                    CompletableFuture<Void> there = made
                            ? router.ddl().ensure(namespace, router.defaultSpread(), request.deadlineNanos())
                            : CompletableFuture.completedFuture(null);
                    return there.thenCompose(
                                    ready -> router.ddl().createIndexes(namespace, indexes, request.deadlineNanos()))
                            .thenCombine(
                                    there.thenCompose(ready -> router.catalog().routing(namespace)),
                                    (facts, routing) -> reply(facts, made, uniquePerShard(indexes, routing)));
                });
        return Settled.then(created, (reply, failure) -> {
            boolean dropped = failure != null && ShardReplies.isRefusal(failure, ErrorCode.NAMESPACE_NOT_FOUND);
            return dropped && attemptsLeft > 1 ? createIndexes(request, namespace, indexes, attemptsLeft - 1) : created;
        });
    }

    /**
     * Names of requested unique indexes that each shard keeps for itself, because the key does not begin with the shard
     * key.
     */
    private static List<String> uniquePerShard(BsonArray indexes, Optional<CollectionRouting> routing) {
        List<String> names = new ArrayList<>();
        if (routing.isEmpty() || routing.get().onOneShard()) {
            return names;
        }
        List<String> shardKey = routing.get().pattern().fields().stream()
                .map(ShardKeyField::path)
                .toList();
        for (BsonValue spec : indexes) {
            Arguments index = new Arguments("createIndexes.indexes", spec.asDocument());
            List<String> key = List.copyOf(index.documentOrEmpty("key").keySet());
            boolean covers = key.size() >= shardKey.size()
                    && key.subList(0, shardKey.size()).equals(shardKey);
            if (index.bool("unique", false) && !covers) {
                names.add(index.requiredString("name"));
            }
        }
        return names;
    }

    private static BsonDocument reply(BsonDocument facts, boolean made, List<String> uniquePerShard) {
        BsonDocument reply = new BsonDocument("numIndexesBefore", facts.get("numIndexesBefore"))
                .append("numIndexesAfter", facts.get("numIndexesAfter"))
                .append("createdCollectionAutomatically", BsonBoolean.valueOf(made));
        Optional<BsonValue> note = Optional.ofNullable(facts.get("note"));
        note.ifPresent(text -> reply.append("note", text));
        if (!uniquePerShard.isEmpty()) {
            String text = "unique on each shard by itself, since the key does not begin with the shard key: "
                    + String.join(", ", uniquePerShard);
            reply.append("warning", new BsonString(text));
        }
        return reply;
    }

    private CompletableFuture<BsonDocument> dropIndexes(CommandRequest request) {
        Namespace namespace = CommandNames.namespace(request);
        if (CommandNames.isUnrouted(namespace.database())) {
            return forwarding.toConfigShard(request);
        }
        BsonValue index = Arguments.of(request).value("index");
        if (index == null) {
            throw RequestErrors.missing("dropIndexes.index");
        }
        return router.ddl()
                .dropIndexes(namespace, index, request.deadlineNanos())
                .thenApply(facts -> {
                    BsonDocument reply = new BsonDocument("nIndexesWas", facts.get("nIndexesWas", new BsonInt32(0)));
                    return new BsonString("*").equals(index)
                            ? reply.append("msg", new BsonString("non-_id indexes dropped for collection"))
                            : reply;
                });
    }

    private CompletableFuture<BsonDocument> listIndexes(CommandRequest request) {
        Namespace namespace = CommandNames.namespace(request);
        if (CommandNames.isUnrouted(namespace.database())) {
            return forwarding.cursorOf(router.shards().configShard(), request, null);
        }
        return router.calls()
                .run(
                        namespace,
                        found -> found.isEmpty()
                                ? forwarding.cursorOf(
                                        router.shards().configShard(), request, ExpectedVersion.noCollection())
                                : forwarding.cursorOf(
                                        found.get().shards().get(0),
                                        request,
                                        found.get().version()));
    }
}
