package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.collection.CollectionHandlers;
import io.counterpoint.shard.collection.IndexBuilds;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import io.counterpoint.wire.cursor.BatchSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code createIndexes}, {@code listIndexes}, {@code dropIndexes}. */
final class IndexCommands {
    private final ShardAccess shard;
    private final WriteDoor door;
    private final CollectionHandlers handlers;
    private final IndexBuilds builds;

    private IndexCommands(ShardAccess shard) {
        this.shard = shard;
        this.door = new WriteDoor(shard);
        this.handlers = new CollectionHandlers(shard.catalogWrites());
        this.builds = new IndexBuilds(shard.loop(), shard.catalogWrites(), shard.writer());
    }

    static List<CommandEntry> entries(ShardAccess shard) {
        IndexCommands commands = new IndexCommands(shard);
        return List.of(
                CommandEntry.command("createIndexes", "Adds indexes to a collection.")
                        .fields("indexes", "commitQuorum", "ignoreUnknownIndexOptions")
                        .abilities(Ability.WRITES)
                        .handledBy(commands::create),
                CommandEntry.command("_shardCreateIndexes", "Adds indexes to a router's collection on this shard.")
                        .fields("uuid", "indexes")
                        .abilities(Ability.WRITES, Ability.ROUTER_DOOR_ONLY)
                        .handledBy(commands::create),
                CommandEntry.command("listIndexes", "Lists the indexes of a collection.")
                        .fields("cursor")
                        .abilities(Ability.READS)
                        .handledBy(commands::list),
                CommandEntry.command("dropIndexes", "Drops indexes of a collection.")
                        .aliases("deleteIndexes")
                        .fields("index")
                        .abilities(Ability.WRITES)
                        .handledBy(commands::drop),
                CommandEntry.command("_shardDropIndexes", "Drops indexes of a router's collection on this shard.")
                        .fields("uuid", "index")
                        .abilities(Ability.WRITES, Ability.ROUTER_DOOR_ONLY)
                        .handledBy(commands::drop));
    }

    private CompletableFuture<BsonDocument> create(CommandRequest request) {
        List<RawDocument> specs = request.documents("indexes");
        if (specs.isEmpty()) {
            throw new CommandException(ErrorCode.BAD_VALUE, "Must specify at least one index to create");
        }
        List<IndexDescription> indexes = new ArrayList<>();
        for (RawDocument spec : specs) {
            indexes.add(IndexDescription.fromSpec(spec));
        }
        CollectionHandlers.CreateIndexes command = new CollectionHandlers.CreateIndexes(
                QueryArguments.namespace(request),
                QueryArguments.version(request),
                indexes,
                door.newCollection(request));
        return builds.create(command, WriteDoor.submission(request, true)).thenApply(IndexCommands::reply);
    }

    private static BsonDocument reply(CollectionHandlers.IndexCounts counts) {
        BsonDocument reply = new BsonDocument("numIndexesBefore", new BsonInt32(counts.before()))
                .append("numIndexesAfter", new BsonInt32(counts.after()));
        if (counts.createdCollection()) {
            reply.append("createdCollectionAutomatically", BsonBoolean.TRUE);
        } else if (counts.before() == counts.after()) {
            reply.append("note", new BsonString("all indexes already exist"));
        }
        return reply;
    }

    private CompletableFuture<BsonDocument> list(CommandRequest request) {
        Namespace namespace = QueryArguments.namespace(request);
        CollectionDescription collection = Reading.collection(shard.catalog().get(), namespace, request);
        if (collection == null) {
            throw new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "ns does not exist: " + namespace);
        }
        List<BsonDocument> specs = new ArrayList<>();
        collection.indexes().stream().filter(index -> !index.building()).forEach(index -> specs.add(index.toSpec()));
        return shard.cursors()
                .open(request, ListArguments.cursor(request, namespace.toString()), BatchSource.of(specs));
    }

    private CompletableFuture<BsonDocument> drop(CommandRequest request) {
        BsonValue index = Arguments.of(request).value("index");
        if (index == null) {
            throw RequestErrors.missing(request.name() + ".index");
        }
        CollectionHandlers.DropIndexes command = new CollectionHandlers.DropIndexes(
                QueryArguments.namespace(request), QueryArguments.version(request), index);
        return shard.loop()
                .submit(handlers::dropIndexes, command, WriteDoor.submission(request, false))
                .thenApply(before -> new BsonDocument("nIndexesWas", new BsonInt32(before)));
    }
}
