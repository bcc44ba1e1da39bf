package io.counterpoint.router.command;

import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.router.routing.QueryContexts;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code listDatabases}: sizes added up over the shards; {@code local} is each shard's own affair and not shown. */
final class ListDatabasesCommand {
    private static final long BYTES_PER_MEGABYTE = 1024 * 1024;

    private final RouterAccess router;

    private ListDatabasesCommand(RouterAccess router) {
        this.router = router;
    }

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("listDatabases", "Lists the databases.")
                .fields("filter", "nameOnly", "authorizedDatabases")
                .abilities(Ability.READS, Ability.ADMIN_ONLY)
                .handledBy(new ListDatabasesCommand(router)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        Filter filter =
                Filter.parse(arguments.documentOrEmpty("filter"), QueryContexts.of(request, router.environment()));
        boolean nameOnly = arguments.bool("nameOnly", false);
        RawDocument question = new BsonOutput().appendInt32("listDatabases", 1).finish();
        ShardRequest each = ShardRequest.of("admin", question, null, request.deadlineNanos());
        return router.shards().sendAll(each).thenApply(replies -> reply(replies, filter, nameOnly));
    }

    /** What the shards have of one database. */
    private static final class Total {
        private long bytes;
        private boolean empty = true;
    }

    private BsonDocument reply(List<RawDocument> replies, Filter filter, boolean nameOnly) {
        Map<String, Total> totals = new TreeMap<>();
        for (int i = 0; i < replies.size(); i++) {
            boolean holdsUnrouted =
                    router.shards().names().get(i).equals(router.shards().configShard());
            for (BsonValue value : ShardReplies.demandOk(replies.get(i)).getArray("databases")) {
                BsonDocument database = value.asDocument();
                String name = database.getString("name").getValue();
                boolean own = name.equals("local") || (name.equals("config") && !holdsUnrouted);
                if (!own) {
                    Total total = totals.computeIfAbsent(name, first -> new Total());
                    total.bytes += database.getNumber("sizeOnDisk").longValue();
                    total.empty &= database.getBoolean("empty").getValue();
                }
            }
        }
        BsonArray databases = new BsonArray();
        long bytes = 0;
        for (Map.Entry<String, Total> entry : totals.entrySet()) {
            BsonDocument database = new BsonDocument("name", new BsonString(entry.getKey()))
                    .append("sizeOnDisk", new BsonInt64(entry.getValue().bytes))
                    .append("empty", BsonBoolean.valueOf(entry.getValue().empty));
            if (filter.matches(database)) {
                bytes += entry.getValue().bytes;
                databases.add(nameOnly ? new BsonDocument("name", database.get("name")) : database);
            }
        }
        BsonDocument reply = new BsonDocument("databases", databases);
        return nameOnly
                ? reply
                : reply.append("totalSize", new BsonInt64(bytes))
                        .append("totalSizeMb", new BsonInt64(bytes / BYTES_PER_MEGABYTE));
    }
}
