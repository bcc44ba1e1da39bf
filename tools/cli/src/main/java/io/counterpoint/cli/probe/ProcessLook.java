package io.counterpoint.cli.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What one process said about itself.
 *
 * @param address where it was asked
 * @param rows its {@code admin.counters}, in the order of {@code _id}
 * @param complete false when it has more rows than were read
 * @param shards the shards it routes to, by name; empty for a shard
 * @param trouble why it gave no answer, null when it did
 */
record ProcessLook(
        Address address,
        List<CounterRow> rows,
        boolean complete,
        Map<String, Address> shards,
        @Nullable String trouble) {
    /**
     * A process on the same machine answers in milliseconds; one that takes longer than this is as good as silent to
     * whoever looks at a page.
     */
    private static final int TIMEOUT_MILLIS = 2_000;

    /** As many counters as a page can sensibly show. */
    private static final int COUNTERS_MAX = 1_000;

    private static final String ADMIN = "admin";

    /**
     * One row of {@code admin.counters}.
     *
     * @param last as text: a number in digits, anything else as Extended JSON
     */
    record CounterRow(String id, String collection, String field, String last) {}

    /** Asks a process; blocks for up to a few seconds and throws nothing. */
    static ProcessLook at(Address address, boolean withShards) {
        try (CommandClient client = CommandClient.connect(address, TIMEOUT_MILLIS)) {
            Map<String, Address> shards = withShards ? shards(client) : Map.of();
            List<CounterRow> rows = counters(client);
            boolean complete = rows.size() <= COUNTERS_MAX;
            return new ProcessLook(address, complete ? rows : rows.subList(0, COUNTERS_MAX), complete, shards, null);
        } catch (IOException e) {
            String message = e.getMessage();
            return new ProcessLook(
                    address,
                    List.of(),
                    true,
                    Map.of(),
                    message == null ? e.getClass().getSimpleName() : message);
        }
    }

    private static List<CounterRow> counters(CommandClient client) throws IOException {
        BsonDocument find = new BsonDocument("find", new BsonString("counters"))
                .append("sort", new BsonDocument("_id", new BsonInt32(1)))
                .append("limit", new BsonInt32(COUNTERS_MAX + 1))
                .append("batchSize", new BsonInt32(COUNTERS_MAX + 1))
                .append("singleBatch", BsonBoolean.TRUE);
        BsonDocument reply = accepted(client.run(ADMIN, find));
        List<CounterRow> rows = new ArrayList<>();
        for (BsonValue row : reply.getDocument("cursor").getArray("firstBatch")) {
            BsonDocument counter = row.asDocument();
            rows.add(new CounterRow(
                    text(counter, "_id"), text(counter, "collection"), text(counter, "field"), text(counter, "last")));
        }
        return rows;
    }

    private static Map<String, Address> shards(CommandClient client) throws IOException {
        BsonDocument reply = accepted(client.run(ADMIN, new BsonDocument("listShards", new BsonInt32(1))));
        Map<String, Address> shards = new TreeMap<>();
        for (BsonValue entry : reply.getArray("shards")) {
            BsonDocument shard = entry.asDocument();
            // A shard's host may be written as a replica set: name/host:port,host:port.
            String host = shard.getString("host")
                    .getValue()
                    .replaceFirst("^[^/]*/", "")
                    .split(",", 2)[0];
            try {
                shards.put(shard.getString("_id").getValue(), Address.parse(host));
            } catch (IllegalArgumentException e) {
                throw new IOException("listShards names a host that is none: " + host, e);
            }
        }
        return shards;
    }

    /** A reply that is no refusal. */
    static BsonDocument accepted(BsonDocument reply) throws IOException {
        BsonValue ok = reply.get("ok");
        if (ok == null || !ok.isNumber() || ok.asNumber().doubleValue() != 1) {
            BsonValue message = reply.get("errmsg");
            throw new IOException(
                    message != null && message.isString() ? message.asString().getValue() : "refused");
        }
        return reply;
    }

    private static String text(BsonDocument row, String field) {
        BsonValue value = row.get(field);
        if (value == null) {
            return "";
        }
        return switch (value.getBsonType()) {
            case STRING -> value.asString().getValue();
            case INT32 -> Integer.toString(value.asInt32().getValue());
            case INT64 -> Long.toString(value.asInt64().getValue());
            default -> new BsonDocument("value", value).toJson();
        };
    }
}
