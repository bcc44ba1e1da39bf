package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.shard.catalog.ViewDefinition;
import io.counterpoint.shard.collection.CollectionHandlers;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.IdIndexOption;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code create}, {@code drop}, {@code dropDatabase}, {@code renameCollection}, {@code collMod}. */
final class CollectionCommands {
    private static final String[] CREATE_OPTIONS = {
        "capped",
        "size",
        "max",
        "autoIndexId",
        "idIndex",
        "storageEngine",
        "validator",
        "validationLevel",
        "validationAction",
        "indexOptionDefaults",
        "viewOn",
        "pipeline",
        "collation",
        "timeseries",
        "clusteredIndex",
        "expireAfterSeconds",
        "changeStreamPreAndPostImages",
        "encryptedFields",
        AutoincrementOption.NAME
    };

    private final ShardAccess shard;
    private final CollectionHandlers handlers;

    private CollectionCommands(ShardAccess shard) {
        this.shard = shard;
        this.handlers = new CollectionHandlers(shard.catalogWrites());
    }

    static List<CommandEntry> entries(ShardAccess shard) {
        CollectionCommands commands = new CollectionCommands(shard);
        return List.of(
                CommandEntry.command("create", "Makes a collection.")
                        .fields(CREATE_OPTIONS)
                        .abilities(Ability.WRITES)
                        .handledBy(commands::create),
                CommandEntry.command("drop", "Drops a collection.")
                        .abilities(Ability.WRITES)
                        .handledBy(commands::drop),
                CommandEntry.command("dropDatabase", "Drops a database.")
                        .abilities(Ability.WRITES)
                        .handledBy(commands::dropDatabase),
                CommandEntry.command("renameCollection", "Gives a collection another name.")
                        .fields("to", "dropTarget", "stayTemp")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY)
                        .handledBy(commands::rename),
                CommandEntry.command("collMod", "Changes options of a collection.")
                        .fields(CollModArguments.FIELDS)
                        .abilities(Ability.WRITES)
                        .handledBy(commands::modify),
                CommandEntry.command("_shardCreate", "Makes a router's collection on this shard.")
                        .fields("uuid", "options", "indexes")
                        .abilities(Ability.WRITES, Ability.ROUTER_DOOR_ONLY)
                        .handledBy(commands::shardCreate),
                CommandEntry.command("_shardDrop", "Drops a router's collection on this shard.")
                        .fields("uuid")
                        .abilities(Ability.WRITES, Ability.ROUTER_DOOR_ONLY)
                        .handledBy(commands::shardDrop),
                CommandEntry.command("_shardRename", "Renames a router's collection on this shard.")
                        .fields("to", "uuid", "dropUuid")
                        .abilities(Ability.WRITES, Ability.ROUTER_DOOR_ONLY)
                        .handledBy(commands::shardRename),
                CommandEntry.command("_shardCollMod", "Changes options of a router's collection on this shard.")
                        .fields(CollModArguments.FIELDS)
                        .routerFields("uuid", "checkOnly", "decided", CollectionHandlers.FLOORS)
                        .abilities(Ability.WRITES, Ability.ROUTER_DOOR_ONLY)
                        .handledBy(commands::modify));
    }

    private CompletableFuture<BsonDocument> create(CommandRequest request) {
        Namespace namespace = QueryArguments.namespace(request);
        BsonDocument options = new BsonDocument();
        for (String option : CREATE_OPTIONS) {
            BsonValue value = request.value(option);
            if (value != null) {
                options.put(option, value);
            }
        }
        IdIndexOption.takeFrom(options);
        if (options.containsKey(ViewDefinition.VIEW_ON)) {
            options.putIfAbsent(ViewDefinition.PIPELINE, new BsonArray());
        }
        AutoincrementOption.of(options);
        CollectionHandlers.Create command = new CollectionHandlers.Create(
                namespace, shard.environment().random().nextUuid(), options, List.of(), false);
        return shard.loop()
                .submit(handlers::create, command, WriteDoor.submission(request, false))
                .thenApply(made -> new BsonDocument());
    }

    private CompletableFuture<BsonDocument> shardCreate(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        CollectionHandlers.Create command = new CollectionHandlers.Create(
                QueryArguments.namespace(request),
                uuid(arguments, "uuid"),
                arguments.documentOrEmpty("options"),
                List.copyOf(request.documents("indexes")),
                true);
        return shard.loop()
                .submit(handlers::create, command, WriteDoor.submission(request, false))
                .thenApply(made -> new BsonDocument());
    }

    private CompletableFuture<BsonDocument> drop(CommandRequest request) {
        Namespace namespace = QueryArguments.namespace(request);
        return drop(request, new CollectionHandlers.Drop(namespace, null), namespace);
    }

    private CompletableFuture<BsonDocument> shardDrop(CommandRequest request) {
        UUID uuid = uuid(Arguments.of(request), "uuid");
        return drop(request, new CollectionHandlers.Drop(QueryArguments.namespace(request), uuid), null);
    }

    private CompletableFuture<BsonDocument> drop(
            CommandRequest request, CollectionHandlers.Drop command, @Nullable Namespace shown) {
        return shard.loop()
                .submit(handlers::drop, command, WriteDoor.submission(request, false))
                .thenApply(indexes -> {
                    if (shown != null && indexes.isEmpty()) {
                        return new BsonDocument();
                    }
                    shard.cursors().killNamespace(command.namespace().toString());
                    int indexCount = indexes.orElse(0);
                    BsonDocument reply = new BsonDocument();
                    // A view has none, and its reply does not mention them to clients.
                    if (indexCount > 0 || shown == null) {
                        reply.append("nIndexesWas", new BsonInt32(indexCount));
                    }
                    return shown == null ? reply : reply.append("ns", new BsonString(shown.toString()));
                });
    }

    private CompletableFuture<BsonDocument> dropDatabase(CommandRequest request) {
        String database = request.database();
        Namespace.checkDatabase(database);
        if (database.equals("admin")) {
            throw new CommandException(ErrorCode.ILLEGAL_OPERATION, "Dropping the 'admin' database is prohibited.");
        }
        return shard.loop()
                .submit(
                        handlers::dropDatabase,
                        new CollectionHandlers.DropDatabase(database),
                        WriteDoor.submission(request, false))
                .thenApply(dropped -> {
                    dropped.forEach(namespace -> shard.cursors().killNamespace(namespace.toString()));
                    return dropped.isEmpty()
                            ? new BsonDocument()
                            : new BsonDocument("dropped", new BsonString(database));
                });
    }

    private CompletableFuture<BsonDocument> rename(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        return rename(
                request,
                new CollectionHandlers.Rename(
                        Namespace.parse(arguments.requiredString(request.name())),
                        Namespace.parse(arguments.requiredString("to")),
                        null,
                        arguments.bool("dropTarget", false)));
    }

    private CompletableFuture<BsonDocument> shardRename(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        return rename(
                request,
                new CollectionHandlers.Rename(
                        Namespace.parse(arguments.requiredString(request.name())),
                        Namespace.parse(arguments.requiredString("to")),
                        uuid(arguments, "uuid"),
                        arguments.has("dropUuid")));
    }

    private CompletableFuture<BsonDocument> rename(CommandRequest request, CollectionHandlers.Rename command) {
        return shard.loop()
                .submit(handlers::rename, command, WriteDoor.submission(request, true))
                .thenApply(renamed -> {
                    shard.cursors().killNamespace(command.source().toString());
                    shard.cursors().killNamespace(command.target().toString());
                    return new BsonDocument();
                });
    }

    private CompletableFuture<BsonDocument> modify(CommandRequest request) {
        CollectionHandlers.Modify command = CollModArguments.parse(request);
        return shard.loop().submit(handlers::modify, command, WriteDoor.submission(request, true));
    }

    /** A UUID that a router sent. */
    static UUID uuid(Arguments arguments, String field) {
        if (arguments.value(field) instanceof BsonBinary binary) {
            return binary.asUuid();
        }
        throw new CommandException(
                ErrorCode.TYPE_MISMATCH, arguments.path() + "." + field + " must be a UUID (binary subtype 4)");
    }
}
