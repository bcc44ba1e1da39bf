package io.counterpoint.cli.backup;

import io.counterpoint.cli.cluster.RunningSystem;
import io.counterpoint.cli.cluster.SingleShard;
import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import io.counterpoint.shard.ShardConfig;
import io.counterpoint.wire.server.WireServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Restores a backup into a running cluster with any number of shards, or into a shard alone: the backup's own cluster
 * is started for itself, and everything is copied from it document by document, so that each goes to the shard that it
 * belongs to there. Every counter begins behind the highest number that any shard of the backup had handed out.
 *
 * <p>Unique indexes hold on each shard and not across them. Documents of different shards may have the same value and
 * come to lie on one shard: such an index is made without {@code unique}, and the report says so.
 */
public final class DocumentRestore {
    private static final String AUTOINCREMENT = "autoincrement";
    private static final String COUNTERS = "counters";
    private static final Set<String> LEFT_OUT_DATABASES = Set.of("config", "local");
    private static final int DUPLICATE_KEY = 11_000;
    private static final int BATCH_COUNT = 1_000;

    private final FolderRestore backup;
    private final Address target;

    /**
     * A restore that has not begun.
     *
     * @param uri of the cluster or shard that gets the data
     */
    public DocumentRestore(FolderRestore backup, String uri) {
        this.backup = backup;
        this.target = ServerUri.parse(uri);
    }

    /**
     * What was done.
     *
     * @param collections without views
     * @param documents in all of them
     * @param warnings what differs from the backup
     */
    public record Report(int collections, long documents, List<String> warnings) {
        /** Copies the list. */
        public Report {
            warnings = List.copyOf(warnings);
        }
    }

    /** A collection or view of the backup, as {@code listCollections} tells it. */
    private record Source(String database, String name, BsonDocument options, boolean view) {
        String namespace() {
            return database + "." + name;
        }
    }

    /**
     * Restores.
     *
     * @throws StartupException naming what is in the way; collections that the target has already are found before
     *     anything is written
     */
    public Report run() throws InterruptedException {
        try {
            Path scratch = Files.createTempDirectory("counterpoint-restore");
            try (ServerConnection to = ServerConnection.open(target)) {
                Path data = scratch.resolve("data");
                backup.restore(data, null);
                try (RunningSystem system = start(data);
                        ServerConnection from = ServerConnection.open(address(system))) {
                    return new Copy(from, to).run();
                }
            } finally {
                FolderRestore.deleteTree(scratch);
            }
        } catch (IOException e) {
            throw BackupFolder.trouble("The folder for temporary files cannot be used", e);
        }
    }

    private RunningSystem start(Path data) {
        if (backup.isCluster()) {
            return FolderRestore.startCluster(data);
        }
        WireServerConfig wire = WireServerConfig.of("127.0.0.1", 0);
        return SingleShard.start(new ShardConfig(backup.shards().get(0), data, wire, 0, null), 0);
    }

    private static Address address(RunningSystem system) {
        Address router = system.endpoints().router();
        return router != null
                ? router
                : system.endpoints().shards().values().iterator().next();
    }

    /** One run over everything that the backup's cluster has. */
    private static final class Copy {
        private final ServerConnection from;
        private final ServerConnection to;
        private final boolean toRouter;
        private final List<String> warnings = new ArrayList<>();
        private long documents;

        Copy(ServerConnection from, ServerConnection to) {
            this.from = from;
            this.to = to;
            toRouter = to.isRouter();
        }

        Report run() {
            List<Source> sources = sources();
            requireAbsent(sources);
            Map<String, BsonDocument> shardKeys = shardKeys();
            int collections = 0;
            for (Source source : sources) {
                if (!source.view) {
                    copy(source, shardKeys.get(source.namespace()));
                    collections++;
                }
            }
            for (Source source : sources) {
                if (source.view) {
                    create(source, source.options);
                }
            }
            counters();
            return new Report(collections, documents, warnings);
        }

        private List<Source> sources() {
            List<Source> sources = new ArrayList<>();
            BsonDocument names =
                    new BsonDocument("listDatabases", new BsonInt32(1)).append("nameOnly", BsonBoolean.TRUE);
            for (BsonValue entry : from.run("admin", names).getArray("databases")) {
                String database = entry.asDocument().getString("name").getValue();
                if (!LEFT_OUT_DATABASES.contains(database)) {
                    for (BsonDocument found :
                            all(from, database, new BsonDocument("listCollections", new BsonInt32(1)))) {
                        add(sources, database, found);
                    }
                }
            }
            return sources;
        }

        private static void add(List<Source> sources, String database, BsonDocument found) {
            String name = found.getString("name").getValue();
            boolean own = name.startsWith("system.") || (database.equals("admin") && name.equals(COUNTERS));
            if (!own) {
                boolean view = found.getString("type", new BsonString("collection"))
                        .getValue()
                        .equals("view");
                sources.add(new Source(database, name, found.getDocument("options", new BsonDocument()), view));
            }
        }

        private void requireAbsent(List<Source> sources) {
            for (Source source : sources) {
                BsonDocument question = new BsonDocument("listCollections", new BsonInt32(1))
                        .append("filter", new BsonDocument("name", new BsonString(source.name)));
                if (!all(to, source.database, question).isEmpty()) {
                    throw new StartupException("The target has " + source.namespace()
                            + " already: drop it, or restore into an empty cluster. Nothing was changed.");
                }
            }
        }

        /** The keys by which collections were spread, by namespace; none for a shard alone. */
        private Map<String, BsonDocument> shardKeys() {
            Map<String, BsonDocument> keys = new LinkedHashMap<>();
            for (BsonDocument row : all(from, "config", new BsonDocument("find", new BsonString("collections")))) {
                boolean unsplittable =
                        row.getBoolean("unsplittable", BsonBoolean.FALSE).getValue();
                if (!unsplittable && row.containsKey("key")) {
                    keys.put(row.getString("_id").getValue(), row.getDocument("key"));
                }
            }
            return keys;
        }

        private void copy(Source source, @Nullable BsonDocument shardKey) {
            BsonDocument options = source.options.clone();
            BsonValue numbered = options.remove(AUTOINCREMENT);
            if (shardKey != null && toRouter) {
                options.append("shardKey", shardKey);
            }
            create(source, options);
            BsonDocument find = new BsonDocument("find", new BsonString(source.name))
                    .append("batchSize", new BsonInt32(BATCH_COUNT));
            Batches batches = new Batches(from, source.database, find);
            for (BsonArray batch = batches.next(); batch != null; batch = batches.next()) {
                insert(source, batch);
            }
            BsonDocument list = new BsonDocument("listIndexes", new BsonString(source.name));
            for (BsonDocument index : all(from, source.database, list)) {
                if (!index.getString("name").getValue().equals("_id_")) {
                    createIndex(source, index);
                }
            }
            if (numbered != null) {
                // Last: an index that lies on the field already is left as it is.
                BsonDocument unused = to.run(
                        source.database,
                        new BsonDocument("collMod", new BsonString(source.name)).append(AUTOINCREMENT, numbered));
            }
        }

        private void create(Source source, BsonDocument options) {
            BsonDocument command = new BsonDocument("create", new BsonString(source.name));
            command.putAll(options);
            BsonDocument unused = to.run(source.database, command);
        }

        private void insert(Source source, BsonArray batch) {
            if (batch.isEmpty()) {
                return;
            }
            BsonDocument reply = to.run(
                    source.database,
                    new BsonDocument("insert", new BsonString(source.name))
                            .append("documents", batch)
                            .append("ordered", BsonBoolean.FALSE)
                            .append("bypassDocumentValidation", BsonBoolean.TRUE));
            if (reply.containsKey("writeErrors")) {
                BsonDocument first = reply.getArray("writeErrors").get(0).asDocument();
                throw new StartupException("A document of " + source.namespace() + " was refused after " + documents
                        + " documents: " + first.getString("errmsg").getValue());
            }
            documents += batch.size();
        }

        private void createIndex(Source source, BsonDocument index) {
            BsonDocument command = new BsonDocument("createIndexes", new BsonString(source.name))
                    .append("indexes", new BsonArray(List.of(index)));
            boolean unique = index.getBoolean("unique", BsonBoolean.FALSE).getValue();
            BsonDocument reply = to.reply(source.database, command);
            if (unique && ServerConnection.code(reply) == DUPLICATE_KEY) {
                BsonDocument plain = index.clone();
                plain.remove("unique");
                warnings.add("index " + index.getString("name").getValue() + " of " + source.namespace()
                        + " is not unique here: shards of the backup had the same value");
                createIndex(source, plain);
            } else {
                to.requireTaken(command, reply);
            }
        }

        private void counters() {
            for (BsonDocument row : all(from, "admin", new BsonDocument("find", new BsonString(COUNTERS)))) {
                BsonDocument others = row.clone();
                others.remove("_id");
                BsonDocument change = new BsonDocument();
                BsonValue last = others.remove("last");
                if (last != null) {
                    change.append("$max", new BsonDocument("last", last));
                }
                if (!others.isEmpty()) {
                    change.append("$set", others);
                }
                BsonDocument update = new BsonDocument("q", new BsonDocument("_id", row.get("_id")))
                        .append("u", change)
                        .append("upsert", BsonBoolean.TRUE);
                BsonDocument reply = to.run(
                        "admin",
                        new BsonDocument("update", new BsonString(COUNTERS))
                                .append("updates", new BsonArray(List.of(update))));
                if (reply.containsKey("writeErrors")) {
                    throw new StartupException("The counter " + row.get("_id") + " was refused: "
                            + reply.getArray("writeErrors").get(0));
                }
            }
        }

        private static List<BsonDocument> all(ServerConnection server, String database, BsonDocument command) {
            List<BsonDocument> found = new ArrayList<>();
            Batches batches = new Batches(server, database, command);
            for (BsonArray batch = batches.next(); batch != null; batch = batches.next()) {
                batch.forEach(document -> found.add(document.asDocument()));
            }
            return found;
        }
    }

    /** A result, asked for batch by batch. */
    private static final class Batches {
        private final ServerConnection server;
        private final String database;
        private final BsonDocument command;
        private boolean begun;
        private long cursor;
        private String collection = "";

        Batches(ServerConnection server, String database, BsonDocument command) {
            this.server = server;
            this.database = database;
            this.command = command;
        }

        /** The next batch, which may be empty; null behind the last. */
        @Nullable
        BsonArray next() {
            BsonDocument reply;
            if (!begun) {
                begun = true;
                reply = server.run(database, command);
            } else if (cursor == 0) {
                return null;
            } else {
                reply = server.run(
                        database,
                        new BsonDocument("getMore", new BsonInt64(cursor))
                                .append("collection", new BsonString(collection)));
            }
            BsonDocument state = reply.getDocument("cursor");
            cursor = state.getInt64("id").getValue();
            String namespace = state.getString("ns").getValue();
            collection = namespace.substring(namespace.indexOf('.') + 1);
            return state.containsKey("firstBatch") ? state.getArray("firstBatch") : state.getArray("nextBatch");
        }
    }
}
