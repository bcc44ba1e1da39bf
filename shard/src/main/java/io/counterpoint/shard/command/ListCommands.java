package io.counterpoint.shard.command;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.cursor.BatchSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** {@code listCollections} and {@code listDatabases}. */
final class ListCommands {
    private final ShardAccess shard;

    private ListCommands(ShardAccess shard) {
        this.shard = shard;
    }

    static List<CommandEntry> entries(ShardAccess shard) {
        ListCommands commands = new ListCommands(shard);
        return List.of(
                CommandEntry.command("listCollections", "Lists the collections of a database.")
                        .fields("filter", "nameOnly", "authorizedCollections", "cursor")
                        .abilities(Ability.READS)
                        .handledBy(commands::listCollections),
                CommandEntry.command("listDatabases", "Lists the databases.")
                        .fields("filter", "nameOnly", "authorizedDatabases")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY)
                        .handledBy(commands::listDatabases));
    }

    private CompletableFuture<BsonDocument> listCollections(CommandRequest request) {
        Namespace.checkDatabase(request.database());
        Arguments arguments = Arguments.of(request);
        Filter filter = Filter.parse(arguments.documentOrEmpty("filter"), QueryArguments.context(request, shard));
        boolean nameOnly = arguments.bool("nameOnly", false);
        List<BsonDocument> found = new ArrayList<>();
        for (CollectionDescription collection : shard.catalog().get().collections(request.database())) {
            BsonDocument entry = entry(collection);
            if (filter.matches(entry)) {
                found.add(
                        nameOnly
                                ? new BsonDocument("name", entry.get("name")).append("type", entry.get("type"))
                                : entry);
            }
        }
        String namespace = request.database() + ".$cmd.listCollections";
        return shard.cursors().open(request, ListArguments.cursor(request, namespace), BatchSource.of(found));
    }

    private static BsonDocument entry(CollectionDescription collection) {
        if (collection.isView()) {
            return new BsonDocument(
                            "name", new BsonString(collection.namespace().collection()))
                    .append("type", new BsonString("view"))
                    .append("options", collection.options())
                    .append("info", new BsonDocument("readOnly", BsonBoolean.TRUE));
        }
        return new BsonDocument("name", new BsonString(collection.namespace().collection()))
                .append("type", new BsonString("collection"))
                .append("options", collection.options())
                .append(
                        "info",
                        new BsonDocument("readOnly", BsonBoolean.FALSE)
                                .append("uuid", new BsonBinary(collection.uuid())))
                .append("idIndex", collection.indexes().get(0).toSpec());
    }

    private CompletableFuture<BsonDocument> listDatabases(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        Filter filter = Filter.parse(arguments.documentOrEmpty("filter"), QueryArguments.context(request, shard));
        boolean nameOnly = arguments.bool("nameOnly", false);
        Catalog catalog = shard.catalog().get();
        BsonArray databases = new BsonArray();
        long total = 0;
        for (String database : catalog.databases()) {
            long size = 0;
            for (CollectionDescription collection : catalog.collections(database)) {
                size += StoredSizes.total(shard.store(), collection);
            }
            BsonDocument entry = new BsonDocument("name", new BsonString(database))
                    .append("sizeOnDisk", new BsonInt64(size))
                    .append(
                            "empty",
                            BsonBoolean.valueOf(catalog.collections(database).isEmpty()));
            if (filter.matches(entry)) {
                total += size;
                databases.add(nameOnly ? new BsonDocument("name", entry.get("name")) : entry);
            }
        }
        BsonDocument reply = new BsonDocument("databases", databases);
        if (!nameOnly) {
            reply.append("totalSize", new BsonInt64(total)).append("totalSizeMb", new BsonInt64(total / (1024 * 1024)));
        }
        return CompletableFuture.completedFuture(reply);
    }
}
