package io.counterpoint.cli.probe;

import io.counterpoint.cli.probe.SequenceView.Collision;
import io.counterpoint.cli.probe.SequenceView.Collisions;
import io.counterpoint.cli.probe.SequenceView.Numbered;
import io.counterpoint.cli.probe.SequenceView.ShardPart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Looks at one sequence closely and does to it what a visitor of the console asks for, over the wire protocol as any
 * client. Immutable; any thread; blocks for up to a few seconds.
 */
public final class SequenceDesk {
    private static final int TIMEOUT_MILLIS = 3_000;
    private static final int NEWEST_MAX = 14;
    private static final int EXAMPLES_MAX = 12;

    /** Grouping more than this on every look would be felt by others. */
    private static final long GROUPED_DOCUMENTS_MAX = 50_000;

    private static final int INSERTED_MAX = 1_000;
    private static final String ADMIN = "admin";

    private final Address front;
    private final Map<String, Address> shards;

    /**
     * @param front the router, or the only shard
     * @param shards the shards' own doors by name
     */
    public SequenceDesk(Address front, Map<String, Address> shards) {
        this.front = front;
        this.shards = new TreeMap<>(shards);
    }

    /**
     * A look from all sides. A shard that does not answer is part of it; the router has to.
     *
     * @throws IOException when the router does not answer, or there is no such sequence
     */
    public SequenceView look(String id) throws IOException {
        try (CommandClient router = CommandClient.connect(front, TIMEOUT_MILLIS)) {
            BsonDocument row = row(router, id);
            if (row == null) {
                throw new IOException("there is no counter " + id);
            }
            String collection = row.getString("collection").getValue();
            String field = row.getString("field").getValue();
            Map<String, Long> chunks = chunks(router, collection);
            List<ShardPart> parts = new ArrayList<>();
            long documents = 0;
            for (Map.Entry<String, Address> shard : shards.entrySet()) {
                ShardPart part = part(shard.getKey(), shard.getValue(), id, collection, field, chunks);
                documents += part.documents();
                parts.add(part);
            }
            boolean asked = documents <= GROUPED_DOCUMENTS_MAX;
            return new SequenceView(
                    id,
                    collection,
                    field,
                    text(row.get("last")),
                    parts,
                    asked ? collisions(router, collection, field) : null);
        }
    }

    /**
     * Inserts documents that leave the numbers to the cluster.
     *
     * @param count in [1, {@value #INSERTED_MAX}]
     * @throws IOException with the cluster's words when it refuses
     */
    public void insert(String namespace, int count) throws IOException {
        if (count < 1 || count > INSERTED_MAX) {
            throw new IOException("between 1 and " + INSERTED_MAX + " documents, not " + count);
        }
        BsonArray documents = new BsonArray();
        for (int i = 0; i < count; i++) {
            documents.add(new BsonDocument("from", new BsonString("console")));
        }
        try (CommandClient client = CommandClient.connect(front, TIMEOUT_MILLIS)) {
            BsonDocument reply = accepted(client.run(
                    database(namespace),
                    new BsonDocument("insert", new BsonString(collection(namespace)))
                            .append("documents", documents)
                            .append("ordered", BsonBoolean.FALSE)));
            if (reply.containsKey("writeErrors")) {
                throw new IOException(reply.getArray("writeErrors")
                        .get(0)
                        .asDocument()
                        .getString("errmsg")
                        .getValue());
            }
        }
    }

    /**
     * Makes a collection that numbers a field, and its counter with it.
     *
     * @throws IOException with the cluster's words when it refuses
     */
    public void create(String namespace, String field) throws IOException {
        if (namespace.indexOf('.') < 1) {
            throw new IOException("a collection is named database.collection");
        }
        try (CommandClient client = CommandClient.connect(front, TIMEOUT_MILLIS)) {
            accepted(client.run(
                    database(namespace),
                    new BsonDocument("create", new BsonString(collection(namespace)))
                            .append("autoincrement", new BsonString(field))));
        }
    }

    /**
     * Sets a counter's {@code last}, as anybody may.
     *
     * @param shard the shard whose row is set; null for all of them, through the router
     * @throws IOException with the cluster's words when it refuses, or when nothing has that name
     */
    public void set(String id, long last, @Nullable String shard) throws IOException {
        Address door = shard == null ? front : shards.get(shard);
        if (door == null) {
            throw new IOException("there is no shard " + shard);
        }
        BsonDocument update = new BsonDocument("q", new BsonDocument("_id", new BsonString(id)))
                .append("u", new BsonDocument("$set", new BsonDocument("last", new BsonInt64(last))));
        try (CommandClient client = CommandClient.connect(door, TIMEOUT_MILLIS)) {
            BsonDocument reply = accepted(client.run(
                    ADMIN,
                    new BsonDocument("update", new BsonString("counters"))
                            .append("updates", new BsonArray(List.of(update)))));
            if (reply.getNumber("n", new BsonInt32(0)).intValue() == 0) {
                throw new IOException("there is no counter " + id);
            }
        }
    }

    private static @Nullable BsonDocument row(CommandClient client, String id) throws IOException {
        List<BsonDocument> rows =
                find(client, "counters", ADMIN, new BsonDocument("_id", new BsonString(id)), new BsonDocument(), 1);
        return rows.isEmpty() ? null : rows.get(0);
    }

    private static ShardPart part(
            String name, Address door, String id, String namespace, String field, Map<String, Long> chunks) {
        long owned = chunks.getOrDefault(name, 0L);
        try (CommandClient client = CommandClient.connect(door, TIMEOUT_MILLIS)) {
            BsonDocument row = row(client, id);
            long documents = accepted(client.run(
                            database(namespace), new BsonDocument("count", new BsonString(collection(namespace)))))
                    .getNumber("n")
                    .longValue();
            List<Numbered> newest = new ArrayList<>();
            for (BsonDocument document : find(
                    client,
                    collection(namespace),
                    database(namespace),
                    new BsonDocument(),
                    new BsonDocument("$natural", new BsonInt32(-1)),
                    NEWEST_MAX)) {
                String number = text(document.get(field));
                if (number != null) {
                    newest.add(new Numbered(String.valueOf(text(document.get("_id"))), number));
                }
            }
            return new ShardPart(name, row == null ? null : text(row.get("last")), documents, owned, newest, null);
        } catch (IOException e) {
            String message = e.getMessage();
            return new ShardPart(
                    name,
                    null,
                    0,
                    owned,
                    List.of(),
                    message == null ? e.getClass().getSimpleName() : message);
        }
    }

    private static Map<String, Long> chunks(CommandClient router, String namespace) throws IOException {
        Map<String, Long> chunks = new HashMap<>();
        List<BsonDocument> rows = find(
                router,
                "collections",
                "config",
                new BsonDocument("_id", new BsonString(namespace)),
                new BsonDocument(),
                1);
        if (rows.isEmpty() || !rows.get(0).containsKey("uuid")) {
            return chunks;
        }
        BsonDocument ofCollection = new BsonDocument("uuid", rows.get(0).get("uuid"));
        for (BsonDocument chunk : find(router, "chunks", "config", ofCollection, new BsonDocument(), 10_000)) {
            chunks.merge(chunk.getString("shard").getValue(), 1L, Long::sum);
        }
        return chunks;
    }

    private Collisions collisions(CommandClient router, String namespace, String field) throws IOException {
        String grouped = "[{$match: {'" + field + "': {$type: 'number'}}}, {$group: {_id: '$" + field
                + "', n: {$sum: 1}}}, {$match: {n: {$gt: 1}}}, ";
        List<BsonDocument> counted = aggregate(router, namespace, grouped + "{$count: 'values'}]");
        if (counted.isEmpty()) {
            return new Collisions(0, List.of());
        }
        List<BsonDocument> highest =
                aggregate(router, namespace, grouped + "{$sort: {_id: -1}}, {$limit: " + EXAMPLES_MAX + "}]");
        BsonArray numbers = new BsonArray();
        highest.forEach(value -> numbers.add(value.get("_id")));
        Map<String, TreeSet<String>> holders = new HashMap<>();
        BsonDocument wanted = new BsonDocument(field, new BsonDocument("$in", numbers));
        for (Map.Entry<String, Address> shard : shards.entrySet()) {
            try (CommandClient client = CommandClient.connect(shard.getValue(), TIMEOUT_MILLIS)) {
                for (BsonDocument document :
                        find(client, collection(namespace), database(namespace), wanted, new BsonDocument(), 1_000)) {
                    holders.computeIfAbsent(String.valueOf(text(document.get(field))), number -> new TreeSet<>())
                            .add(shard.getKey());
                }
            } catch (IOException e) {
                // Its part of the picture says that it does not answer.
            }
        }
        List<Collision> examples = new ArrayList<>();
        for (BsonDocument value : highest) {
            String number = String.valueOf(text(value.get("_id")));
            examples.add(new Collision(number, List.copyOf(holders.getOrDefault(number, new TreeSet<>()))));
        }
        return new Collisions(counted.get(0).getNumber("values").longValue(), examples);
    }

    private static List<BsonDocument> find(
            CommandClient client, String collection, String database, BsonDocument filter, BsonDocument sort, int limit)
            throws IOException {
        return batch(client.run(
                database,
                new BsonDocument("find", new BsonString(collection))
                        .append("filter", filter)
                        .append("sort", sort)
                        .append("limit", new BsonInt32(limit))
                        .append("batchSize", new BsonInt32(limit))
                        .append("singleBatch", BsonBoolean.TRUE)));
    }

    private static List<BsonDocument> aggregate(CommandClient client, String namespace, String pipeline)
            throws IOException {
        return batch(client.run(
                database(namespace),
                new BsonDocument("aggregate", new BsonString(collection(namespace)))
                        .append("pipeline", BsonArray.parse(pipeline))
                        .append("cursor", new BsonDocument())
                        .append("maxTimeMS", new BsonInt32(TIMEOUT_MILLIS))));
    }

    private static List<BsonDocument> batch(BsonDocument reply) throws IOException {
        List<BsonDocument> documents = new ArrayList<>();
        for (BsonValue document : accepted(reply).getDocument("cursor").getArray("firstBatch")) {
            documents.add(document.asDocument());
        }
        return documents;
    }

    private static BsonDocument accepted(BsonDocument reply) throws IOException {
        return ProcessLook.accepted(reply);
    }

    private static @Nullable String text(@Nullable BsonValue value) {
        if (value == null || value.isNull()) {
            return null;
        }
        return switch (value.getBsonType()) {
            case STRING -> value.asString().getValue();
            case INT32 -> Integer.toString(value.asInt32().getValue());
            case INT64 -> Long.toString(value.asInt64().getValue());
            case OBJECT_ID -> value.asObjectId().getValue().toHexString();
            default -> new BsonDocument("value", value).toJson();
        };
    }

    private static String database(String namespace) {
        return namespace.substring(0, Math.max(0, namespace.indexOf('.')));
    }

    private static String collection(String namespace) {
        return namespace.substring(namespace.indexOf('.') + 1);
    }
}
