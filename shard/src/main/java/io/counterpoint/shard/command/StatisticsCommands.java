package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** {@code dbStats}, {@code collStats}, {@code top}, {@code validate}. */
final class StatisticsCommands {
    private final ShardAccess shard;

    private StatisticsCommands(ShardAccess shard) {
        this.shard = shard;
    }

    static List<CommandEntry> entries(ShardAccess shard) {
        StatisticsCommands commands = new StatisticsCommands(shard);
        return List.of(
                CommandEntry.command("dbStats", "Sizes of a database.")
                        .aliases("dbstats")
                        .fields("scale", "freeStorage")
                        .abilities(Ability.READS)
                        .handledBy(commands::databaseStatistics),
                CommandEntry.command("collStats", "Sizes of a collection.")
                        .aliases("collstats")
                        .fields("scale")
                        .abilities(Ability.READS)
                        .handledBy(commands::collectionStatistics),
                CommandEntry.command("top", "Times of the operations on each collection.")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY)
                        .handledBy(request -> CompletableFuture.completedFuture(commands.top())),
                CommandEntry.command("validate", "Compares the indexes of a collection with its documents.")
                        .fields("full", "metadata", "background", "repair", "checkBSONConformance")
                        .abilities(Ability.READS)
                        .handledBy(commands::validate));
    }

    private CompletableFuture<BsonDocument> databaseStatistics(CommandRequest request) {
        Namespace.checkDatabase(request.database());
        long scale = scale(request);
        return Reading.read(shard, request, new Namespace(request.database(), ""), moment -> {
            long objects = 0;
            long data = 0;
            long storage = 0;
            long indexes = 0;
            long indexBytes = 0;
            List<CollectionDescription> collections = moment.catalog().collections(request.database()).stream()
                    .filter(collection -> !collection.isView())
                    .toList();
            int views = moment.catalog().collections(request.database()).size() - collections.size();
            for (CollectionDescription collection : collections) {
                CollectionStatistics one = CollectionStatistics.of(shard.store(), moment.data(), collection);
                objects += one.count();
                data += one.dataBytes();
                storage += one.storageBytes();
                indexes += collection.indexes().size();
                indexBytes += one.totalIndexBytes();
            }
            return new BsonDocument("db", new BsonString(request.database()))
                    .append("collections", new BsonInt64(collections.size()))
                    .append("views", new BsonInt64(views))
                    .append("objects", new BsonInt64(objects))
                    .append("avgObjSize", new BsonDouble(objects == 0 ? 0 : (double) data / objects))
                    .append("dataSize", new BsonDouble((double) data / scale))
                    .append("storageSize", new BsonDouble((double) storage / scale))
                    .append("indexes", new BsonInt64(indexes))
                    .append("indexSize", new BsonDouble((double) indexBytes / scale))
                    .append("totalSize", new BsonDouble((double) (storage + indexBytes) / scale))
                    .append("scaleFactor", new BsonInt64(scale));
        });
    }

    private CompletableFuture<BsonDocument> collectionStatistics(CommandRequest request) {
        Namespace namespace = QueryArguments.namespace(request);
        long scale = scale(request);
        return Reading.read(shard, request, namespace, moment -> {
            CollectionDescription collection = Reading.collection(moment.catalog(), namespace, request);
            BsonDocument reply = new BsonDocument("ns", new BsonString(namespace.toString()));
            if (collection == null) {
                return reply.append("size", new BsonInt32(0))
                        .append("count", new BsonInt32(0))
                        .append("numOrphanDocs", new BsonInt32(0))
                        .append("storageSize", new BsonInt32(0))
                        .append("totalSize", new BsonInt32(0))
                        .append("nindexes", new BsonInt32(0))
                        .append("totalIndexSize", new BsonInt32(0))
                        .append("indexDetails", new BsonDocument())
                        .append("indexSizes", new BsonDocument())
                        .append("scaleFactor", new BsonInt64(scale));
            }
            reply.putAll(CollectionStatistics.of(shard.store(), moment.data(), collection)
                    .storageStats(scale));
            return reply;
        });
    }

    private BsonDocument top() {
        Catalog catalog = shard.catalog().get();
        BsonDocument totals = new BsonDocument("note", new BsonString("all times in microseconds"));
        totals.putAll(
                shard.latencies().totals((database, name) -> catalog.find(new Namespace(database, name)) != null));
        return new BsonDocument("totals", totals);
    }

    private static long scale(CommandRequest request) {
        long scale = Arguments.of(request).number("scale").orElse(1);
        if (scale <= 0) {
            throw new CommandException(
                    ErrorCode.location(51024), "BSON field 'scale' value must be >= 1, actual value '" + scale + "'");
        }
        return scale;
    }

    private CompletableFuture<BsonDocument> validate(CommandRequest request) {
        Namespace namespace = QueryArguments.namespace(request);
        if (Arguments.of(request).bool("repair", false)) {
            throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED, "validate with 'repair' is not supported");
        }
        return Reading.read(shard, request, namespace, moment -> {
            CollectionDescription collection = Reading.collection(moment.catalog(), namespace, request);
            if (collection == null) {
                throw new CommandException(
                        ErrorCode.NAMESPACE_NOT_FOUND, "Collection '" + namespace + "' does not exist to validate.");
            }
            return new CollectionCheck(collection, moment.data(), Reading.guard(request, shard)).run();
        });
    }
}
