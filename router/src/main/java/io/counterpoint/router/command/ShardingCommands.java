package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.router.catalog.ClusterMembership;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Commands about shards and how collections are spread over them. */
final class ShardingCommands {
    private final RouterAccess router;

    private ShardingCommands(RouterAccess router) {
        this.router = router;
    }

    static List<CommandEntry> entries(RouterAccess router) {
        ShardingCommands commands = new ShardingCommands(router);
        return List.of(
                CommandEntry.command("enableSharding", "Lets collections of a database be sharded.")
                        .aliases("enablesharding")
                        .fields("primaryShard")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY)
                        .handledBy(commands::enableSharding),
                CommandEntry.command("flushRouterConfig", "Makes the router read the catalog anew.")
                        .aliases("flushrouterconfig")
                        .abilities(Ability.ADMIN_ONLY)
                        .handledBy(commands::flushRouterConfig),
                CommandEntry.command("getShardMap", "Lists the shards with their addresses.")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY)
                        .handledBy(commands::shardMap),
                CommandEntry.command("getShardVersion", "Tells the chunk version of a collection.")
                        .fields("fullMetadata")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY)
                        .handledBy(commands::shardVersion),
                CommandEntry.command("isdbgrid", "Tells that this is a router.")
                        .aliases("isdbGrid")
                        .handledBy(request -> Replies.of(new BsonDocument("isdbgrid", new BsonInt32(1))
                                .append("hostname", new BsonString(router.address())))),
                CommandEntry.command("listShards", "Lists the shards.")
                        .aliases("listshards")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY)
                        .handledBy(request -> commands.shardRows()
                                .thenApply(rows -> new BsonDocument("shards", new BsonArray(rows)))),
                CommandEntry.command("shardCollection", "Spreads a collection by a key.")
                        .aliases("shardcollection")
                        .fields("key", "unique", "numInitialChunks", "presplitHashedZones", "collation")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY)
                        .handledBy(commands::shardCollection));
    }

    private CompletableFuture<BsonDocument> enableSharding(CommandRequest request) {
        String database = Arguments.of(request).requiredString(request.name());
        Namespace.checkDatabase(database);
        if (CommandNames.isUnrouted(database)) {
            throw new CommandException(ErrorCode.INVALID_OPTIONS, "can't shard the database '" + database + "'");
        }
        String wanted = Arguments.of(request).string("primaryShard");
        return router.ddl().ensureDatabase(database).thenApply(primary -> {
            if (wanted != null && !wanted.equals(primary)) {
                throw new CommandException(
                        ErrorCode.COMMAND_NOT_SUPPORTED,
                        "choosing the primary shard is not supported: that of " + database + " is " + primary);
            }
            return new BsonDocument();
        });
    }

    private CompletableFuture<BsonDocument> shardCollection(CommandRequest request) {
        Namespace namespace = CommandNames.fullName(request, request.name());
        Arguments arguments = Arguments.of(request);
        if (CommandNames.isUnrouted(namespace.database())) {
            throw new CommandException(
                    ErrorCode.ILLEGAL_OPERATION,
                    "collections of the database '" + namespace.database() + "' cannot be sharded");
        }
        for (String option : List.of("numInitialChunks", "presplitHashedZones")) {
            if (arguments.has(option)) {
                throw new CommandException(
                        ErrorCode.COMMAND_NOT_SUPPORTED, "shardCollection with '" + option + "' is not supported");
            }
        }
        ShardKeyPattern pattern = ShardKeyPattern.parse(arguments.requiredDocument("key"));
        boolean unique = arguments.bool("unique", false);
        if (unique && pattern.fields().stream().anyMatch(field -> field.hashed())) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS,
                    "Hashed shard keys cannot be declared unique. It's possible to ensure uniqueness on the hashed field by"
                            + " declaring an additional (non-hashed) unique index on the field.");
        }
        if (unique) {
            throw new CommandException(
                    ErrorCode.COMMAND_NOT_SUPPORTED,
                    "shardCollection with 'unique' is not supported; make a unique index on the key");
        }
        BsonDocument collation = arguments.document("collation");
        if (collation != null && !Collation.of(collation, Collation.SIMPLE).isSimple()) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "The collation for shardCollection must be {locale: 'simple'}, but found: "
                            + ValueText.of(collation));
        }
        boolean simpleAsked = collation != null && !collation.isEmpty();
        return router.ddl().shard(namespace, pattern, false, simpleAsked, request.deadlineNanos());
    }

    private CompletableFuture<BsonDocument> flushRouterConfig(CommandRequest request) {
        router.catalog().forgetAll();
        return Replies.of(new BsonDocument("flushed", BsonBoolean.TRUE));
    }

    private CompletableFuture<List<BsonDocument>> shardRows() {
        return ClusterMembership.shardRows(router.catalog().store().config());
    }

    private CompletableFuture<BsonDocument> shardMap(CommandRequest request) {
        return shardRows().thenApply(rows -> {
            BsonDocument map = new BsonDocument();
            BsonDocument hosts = new BsonDocument();
            for (BsonDocument row : rows) {
                map.append(row.getString("_id").getValue(), row.get("host"));
                hosts.append(row.getString("host").getValue(), row.get("_id"));
            }
            return new BsonDocument("map", map).append("hosts", hosts).append("connStrings", hosts.clone());
        });
    }

    private CompletableFuture<BsonDocument> shardVersion(CommandRequest request) {
        Namespace namespace = CommandNames.fullName(request, request.name());
        return router.catalog().routing(namespace).thenApply(found -> {
            CollectionRouting routing = found.filter(there -> !there.unsplittable())
                    .orElseThrow(() -> new CommandException(
                            ErrorCode.NAMESPACE_NOT_SHARDED, "Collection " + namespace + " is not sharded."));
            return new BsonDocument("version", routing.table().version().toTimestamp())
                    .append("uuid", new BsonBinary(routing.uuid()));
        });
    }
}
