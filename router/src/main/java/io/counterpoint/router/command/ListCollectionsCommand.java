package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.router.routing.QueryContexts;
import io.counterpoint.router.rpc.Pause;
import io.counterpoint.router.rpc.ShardCursor;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.cursor.BatchSource;
import io.counterpoint.wire.cursor.CursorRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * {@code listCollections}: what the catalog says is there, described as the database's primary shard describes it. A
 * collection that a change is just making or removing on the shards is shown exactly when the catalog has it.
 */
final class ListCollectionsCommand {
    /** Some twenty seconds of waiting in all: longer than it takes to end what a dead router left. */
    private static final int ATTEMPTS_MAX = 110;

    private static final long PAUSE_MILLIS_MAX = 200;

    private final RouterAccess router;

    private ListCollectionsCommand(RouterAccess router) {
        this.router = router;
    }

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("listCollections", "Lists the collections of a database.")
                .fields("filter", "nameOnly", "authorizedCollections", "cursor")
                .abilities(Ability.READS)
                .handledBy(new ListCollectionsCommand(router)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Namespace.checkDatabase(request.database());
        if (CommandNames.isUnrouted(request.database())) {
            return new Forwarding(router).cursorOf(router.shards().configShard(), request, null);
        }
        Arguments arguments = Arguments.of(request);
        Filter filter =
                Filter.parse(arguments.documentOrEmpty("filter"), QueryContexts.of(request, router.environment()));
        boolean nameOnly = arguments.bool("nameOnly", false);
        return entries(request.database(), request.deadlineNanos(), 1).thenCompose(entries -> {
            List<BsonDocument> shown = new ArrayList<>();
            for (BsonDocument entry : entries) {
                if (filter.matches(entry)) {
                    shown.add(nameOnly ? nameOnly(entry) : entry);
                }
            }
            String namespace = request.database() + ".$cmd.listCollections";
            return router.cursors().open(request, cursor(request, namespace), BatchSource.of(shown));
        });
    }

    private static BsonDocument nameOnly(BsonDocument entry) {
        return new BsonDocument("name", entry.get("name")).append("type", entry.get("type"));
    }

    /** The {@code cursor: {batchSize}} of commands that list things. */
    static CursorRequest cursor(CommandRequest request, String namespace) {
        Arguments cursor =
                new Arguments(request.name() + ".cursor", Arguments.of(request).documentOrEmpty("cursor"));
        long batchSize = cursor.count("batchSize", Limits.CURSOR_FIRST_BATCH_COUNT);
        return CursorRequest.of(namespace).withBatchSize((int) Math.min(batchSize, Integer.MAX_VALUE));
    }

    private CompletableFuture<List<BsonDocument>> entries(String database, long deadlineNanos, int attempt) {
        return router.catalog().store().primaryOf(database).thenCompose(primary -> {
            if (primary.isEmpty()) {
                return CompletableFuture.completedFuture(List.of());
            }
            return router.catalog()
                    .store()
                    .collectionsOf(database)
                    .thenCompose(known -> described(database, primary.get(), deadlineNanos)
                            .thenCompose(described -> matched(database, known, described, deadlineNanos, attempt)));
        });
    }

    private CompletableFuture<List<RawDocument>> described(String database, String shard, long deadlineNanos) {
        RawDocument body = new BsonOutput().appendInt32("listCollections", 1).finish();
        return router.shards()
                .send(shard, ShardRequest.of(database, body, null, deadlineNanos))
                .thenCompose(reply -> ShardCursor.of(shard, reply).drain(router.shards()));
    }

    private CompletableFuture<List<BsonDocument>> matched(
            String database, Map<String, UUID> known, List<RawDocument> described, long deadlineNanos, int attempt) {
        // By UUID: in the middle of a rename a shard may have the other name.
        Map<UUID, String> missing = new HashMap<>();
        known.forEach((name, uuid) -> missing.put(uuid, name));
        List<BsonDocument> entries = new ArrayList<>();
        for (RawDocument entry : described) {
            String name = missing.remove(uuidOf(entry, known));
            if (name != null) {
                entries.add(named(entry, name));
            }
        }
        if (missing.isEmpty()) {
            return CompletableFuture.completedFuture(entries);
        }
        if (attempt >= ATTEMPTS_MAX) {
            throw new CommandException(
                    ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
                    "collections of " + database + " are being changed: " + missing.values());
        }
        // The catalog and the shard were read at different moments of a change, or a change was left half done.
        String some = missing.values().iterator().next();
        long pauseMillis = Math.min(1L << Math.min(attempt, 10), PAUSE_MILLIS_MAX);
        return router.ddl()
                .isBusy(new Namespace(database, some))
                .thenCompose(busy -> Pause.of(router.environment().timers(), busy ? pauseMillis : 0))
                .thenCompose(over -> entries(database, deadlineNanos, attempt + 1));
    }

    /** A view shows no UUID, and keeps its name. */
    private static @Nullable UUID uuidOf(RawDocument entry, Map<String, UUID> known) {
        BsonDocument info = entry.getDocument("info");
        return info.containsKey("uuid")
                ? info.getBinary("uuid").asUuid()
                : known.get(entry.getString("name").getValue());
    }

    private static BsonDocument named(RawDocument entry, String name) {
        if (entry.getString("name").getValue().equals(name)) {
            return entry;
        }
        BsonDocument renamed = new BsonDocument();
        renamed.putAll(entry);
        renamed.put("name", new BsonString(name));
        return renamed;
    }
}
