package io.counterpoint.router.catalog;

import io.counterpoint.base.Environment;
import io.counterpoint.base.check.Invariants;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.chunk.Chunk;
import io.counterpoint.cluster.chunk.RoutingTable;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.cluster.version.ChunkVersion;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.router.rpc.Settled;
import io.counterpoint.router.rpc.ShardReplies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;

/**
 * The rows of databases, collections and chunks in {@code config}, as MongoDB 7 and 8 lay them out:
 *
 * <pre>
 * databases    {_id: name, primary, partitioned, version: {uuid, timestamp, lastMod}}
 * collections  {_id: ns, key, unique, uuid, timestamp, lastmodEpoch, lastmod, unsplittable?, view?}
 * chunks       {_id: ObjectId, uuid, min, max, shard, lastmod: Timestamp(major, minor), onCurrentShardSince, history}
 * changelog    {_id, server, clientAddr, time, what, ns, details}
 * </pre>
 *
 * <p>Views have rows too, as collections that are not sharded, so that changes of them are ordered as all others are.
 *
 * <p>The row in {@code collections} makes a collection exist: its chunks are written before it and deleted after it.
 * Who may write is settled by the DDL lock ({@code router.ddl}).
 */
public final class CatalogStore {
    static final String DATABASES = "databases";
    static final String COLLECTIONS = "collections";
    static final String CHUNKS = "chunks";
    static final String CHANGELOG = "changelog";

    private static final String VIEW = "view";

    private static final String DEFAULT_COLLATION = "defaultCollation";

    /** How often a collection is read anew that is dropped and created under the reader's eyes. */
    private static final int READS_MAX = 20;

    private final ConfigDatabase config;
    private final Environment environment;
    private final String router;

    /**
     * Rows of a cluster.
     *
     * @param router name of this router, for the change log
     */
    public CatalogStore(ConfigDatabase config, Environment environment, String router) {
        this.config = config;
        this.environment = environment;
        this.router = router;
    }

    /** The database that the rows are in. */
    public ConfigDatabase config() {
        return config;
    }

    /** How a collection is spread; empty when there is none of that name. */
    public CompletableFuture<Optional<CollectionRouting>> collection(Namespace namespace) {
        return collection(namespace, READS_MAX);
    }

    private CompletableFuture<Optional<CollectionRouting>> collection(Namespace namespace, int readsLeft) {
        return config.get(COLLECTIONS, namespace.toString()).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            RawDocument row = found.get();
            UUID uuid = uuidOf(row);
            return chunks(uuid).thenCompose(chunks -> {
                if (chunks.isEmpty()) {
                    // Dropped between the two reads: its row is gone by now, or another collection has the name.
                    Invariants.check(readsLeft > 1, "a collection in the catalog has chunks");
                    return collection(namespace, readsLeft - 1);
                }
                return CompletableFuture.completedFuture(Optional.of(routing(namespace, row, chunks)));
            });
        });
    }

    private CompletableFuture<List<RawDocument>> chunks(UUID uuid) {
        return config.find(CHUNKS, new BsonDocument("uuid", new BsonBinary(uuid)));
    }

    private static CollectionRouting routing(Namespace namespace, RawDocument row, List<RawDocument> chunkRows) {
        ShardKeyPattern pattern = ShardKeyPattern.parse(row.getDocument("key"));
        List<Chunk> chunks = new ArrayList<>();
        for (RawDocument chunk : chunkRows) {
            chunks.add(new Chunk(
                    pattern.keyOfBound(chunk.getDocument("min")),
                    pattern.keyOfBound(chunk.getDocument("max")),
                    chunk.getString("shard").getValue(),
                    ChunkVersion.of(chunk.getTimestamp("lastmod"))));
        }
        CollectionRouting routing = CollectionRouting.of(
                namespace,
                uuidOf(row),
                RoutingTable.of(pattern, chunks),
                row.getBoolean("unsplittable", BsonBoolean.FALSE).getValue(),
                row.getBoolean("unique", BsonBoolean.FALSE).getValue(),
                Collation.of(row.getDocument(DEFAULT_COLLATION, new BsonDocument()), Collation.SIMPLE));
        return row.getBoolean(VIEW, BsonBoolean.FALSE).getValue() ? routing.asView() : routing;
    }

    private static UUID uuidOf(BsonDocument row) {
        return row.getBinary("uuid").asUuid();
    }

    /** Names and UUIDs of a database's collections. */
    public CompletableFuture<Map<String, UUID>> collectionsOf(String database) {
        BsonDocument filter = new BsonDocument("_id", new BsonRegularExpression("^" + Pattern.quote(database + ".")));
        return config.find(COLLECTIONS, filter).thenApply(rows -> {
            Map<String, UUID> collections = new HashMap<>();
            for (RawDocument row : rows) {
                collections.put(Namespace.parse(row.getString("_id").getValue()).collection(), uuidOf(row));
            }
            return collections;
        });
    }

    /** Names of all collections in the catalog. */
    public CompletableFuture<List<Namespace>> allCollections() {
        return config.find(COLLECTIONS, new BsonDocument(), new BsonDocument("_id", new BsonInt32(1)))
                .thenApply(rows -> rows.stream()
                        .map(row -> Namespace.parse(row.getString("_id").getValue()))
                        .toList());
    }

    /** Makes a collection exist. Repeating it after a failure half way is harmless. */
    public CompletableFuture<Void> putCollection(CollectionRouting routing) {
        return deleteChunks(routing.uuid())
                .thenCompose(deleted -> config.insert(CHUNKS, chunkRows(routing)))
                .thenCompose(inserted -> putRow(routing));
    }

    private CompletableFuture<Void> putRow(CollectionRouting routing) {
        BsonDocument row = new BsonDocument(
                        "lastmodEpoch", new BsonObjectId(environment.objectIds().next()))
                .append("lastmod", new BsonDateTime(environment.clock().millis()))
                .append("timestamp", now())
                .append("uuid", new BsonBinary(routing.uuid()))
                .append("key", routing.pattern().toDocument())
                .append("unique", BsonBoolean.valueOf(routing.unique()))
                .append("noBalance", BsonBoolean.FALSE);
        if (routing.unsplittable()) {
            row.append("unsplittable", BsonBoolean.TRUE);
        }
        if (!routing.collation().isSimple()) {
            row.append(DEFAULT_COLLATION, routing.collation().toDocument());
        }
        if (routing.view()) {
            row.append(VIEW, BsonBoolean.TRUE);
        }
        BsonDocument named = ConfigDatabase.byId(routing.namespace().toString());
        named.putAll(row);
        return config.update(
                        COLLECTIONS, ConfigDatabase.byId(routing.namespace().toString()), named, true)
                .thenAccept(done -> {});
    }

    private BsonTimestamp now() {
        return new BsonTimestamp((int) (environment.clock().millis() / 1000), 1);
    }

    private List<BsonDocument> chunkRows(CollectionRouting routing) {
        BsonTimestamp since = now();
        List<BsonDocument> chunks = new ArrayList<>();
        for (Chunk chunk : routing.table().chunks()) {
            chunks.add(chunkRow(routing, chunk, since));
        }
        return chunks;
    }

    private BsonDocument chunkRow(CollectionRouting routing, Chunk chunk, BsonTimestamp since) {
        BsonDocument history = new BsonDocument("validAfter", since).append("shard", new BsonString(chunk.shard()));
        return new BsonDocument("_id", new BsonObjectId(environment.objectIds().next()))
                .append("uuid", new BsonBinary(routing.uuid()))
                .append("min", routing.pattern().bound(chunk.min()))
                .append("max", routing.pattern().bound(chunk.max()))
                .append("shard", new BsonString(chunk.shard()))
                .append("lastmod", chunk.version().toTimestamp())
                .append("onCurrentShardSince", since)
                .append("history", new BsonArray(List.of(history)));
    }

    /**
     * Ends a collection's existence, if the name still means the one with that UUID. Its chunks stay until
     * {@link #deleteChunks}.
     */
    public CompletableFuture<Void> deleteCollection(Namespace namespace, UUID uuid) {
        BsonDocument filter = ConfigDatabase.byId(namespace.toString()).append("uuid", new BsonBinary(uuid));
        return config.delete(COLLECTIONS, filter).thenAccept(deleted -> {});
    }

    /** Deletes the chunks of a collection that is gone. */
    public CompletableFuture<Void> deleteChunks(UUID uuid) {
        return config.delete(CHUNKS, new BsonDocument("uuid", new BsonBinary(uuid)))
                .thenAccept(deleted -> {});
    }

    /**
     * Gives a collection another name, in place of whatever has that name. The new row comes first, so that the
     * collection is always there under one of them.
     *
     * @param routing the collection under its old name
     */
    public CompletableFuture<Void> renameCollection(CollectionRouting routing, Namespace to) {
        CollectionRouting renamed = CollectionRouting.of(
                to, routing.uuid(), routing.table(), routing.unsplittable(), routing.unique(), routing.collation());
        return putRow(renamed).thenCompose(put -> deleteCollection(routing.namespace(), routing.uuid()));
    }

    /** The primary shard of a database; empty when the catalog does not know the database. */
    public CompletableFuture<Optional<String>> primaryOf(String database) {
        return config.get(DATABASES, database)
                .thenApply(found -> found.map(row -> row.getString("primary").getValue()));
    }

    /**
     * The primary shard of a database, which is entered into the catalog if it is not known. New databases go to the
     * shard with the fewest.
     *
     * @param shards names of all shards
     */
    public CompletableFuture<String> ensureDatabase(String database, List<String> shards) {
        return config.find(DATABASES, new BsonDocument()).thenCompose(rows -> {
            Map<String, Integer> counts = new HashMap<>();
            for (RawDocument row : rows) {
                String primary = row.getString("primary").getValue();
                if (row.getString("_id").getValue().equals(database)) {
                    return CompletableFuture.completedFuture(primary);
                }
                counts.merge(primary, 1, Integer::sum);
            }
            String primary = shards.get(0);
            for (String shard : shards) {
                if (counts.getOrDefault(shard, 0) < counts.getOrDefault(primary, 0)) {
                    primary = shard;
                }
            }
            return insertDatabase(database, primary);
        });
    }

    private CompletableFuture<String> insertDatabase(String database, String primary) {
        BsonDocument version = new BsonDocument(
                        "uuid", new BsonBinary(environment.random().nextUuid()))
                .append("timestamp", now())
                .append("lastMod", new BsonInt32(1));
        BsonDocument row = ConfigDatabase.byId(database)
                .append("primary", new BsonString(primary))
                .append("partitioned", BsonBoolean.FALSE)
                .append("version", version);
        return Settled.then(config.insert(DATABASES, List.of(row)), (inserted, failure) -> {
            if (failure == null) {
                return CompletableFuture.completedFuture(primary);
            }
            if (!ShardReplies.isRefusal(failure, ErrorCode.DUPLICATE_KEY)) {
                return CompletableFuture.failedFuture(failure);
            }
            // Another router was first.
            return primaryOf(database).thenApply(found -> found.orElse(primary));
        });
    }

    /** Takes a database out of the catalog. */
    public CompletableFuture<Void> deleteDatabase(String database) {
        return config.delete(DATABASES, ConfigDatabase.byId(database)).thenAccept(deleted -> {});
    }

    /** Rows of all databases. */
    public CompletableFuture<List<RawDocument>> databases() {
        return config.find(DATABASES, new BsonDocument(), new BsonDocument("_id", new BsonInt32(1)));
    }

    /** Notes a change in the log that {@code sh.status()} and people read. */
    public CompletableFuture<Void> logChange(String what, String namespace, BsonDocument details) {
        ObjectId id = environment.objectIds().next();
        BsonDocument row = new BsonDocument("_id", new BsonString(router + "-" + id.toHexString()))
                .append("server", new BsonString(router))
                .append("clientAddr", new BsonString(""))
                .append("time", new BsonDateTime(environment.clock().millis()))
                .append("what", new BsonString(what))
                .append("ns", new BsonString(namespace))
                .append("details", details);
        return config.insert(CHANGELOG, List.of(row));
    }
}
