package io.counterpoint.router.catalog;

import io.counterpoint.base.Environment;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.Settled;
import io.counterpoint.router.rpc.ShardClient;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/**
 * Introduces a router to its shards: asks each for its name, founds the cluster if there is none, and compares the
 * shards with those the catalog knows.
 *
 * <pre>
 * version  {_id: 1, clusterId}
 * shards   {_id: name, host, rpc, ordinal, state: 1, topologyTime}
 * settings {_id: "balancer", mode: "off", stopped: true}, {_id: "autosplit", enabled: false}
 * </pre>
 */
public final class ClusterMembership {
    private static final String VERSION = "version";
    private static final String SHARDS = "shards";
    private static final String SETTINGS = "settings";
    private static final String ORDINAL = "ordinal";
    private static final int STATE_AWARE = 1;

    private final Environment environment;

    /** Introductions by that clock and chance. */
    public ClusterMembership(Environment environment) {
        this.environment = environment;
    }

    /**
     * What a shard says about itself.
     *
     * @param name unique in the cluster
     * @param wire {@code host:port} of its MongoDB wire protocol
     */
    public record Identity(String name, String wire) {}

    /**
     * Asks a shard who it is.
     *
     * @param client a client that does not know the name yet
     * @return fails with HostUnreachable when the shard is away
     */
    public static CompletableFuture<Identity> identify(ShardClient client) {
        RawDocument question = new BsonOutput().appendInt32("_shardIdentity", 1).finish();
        return client.send(ShardRequest.of("admin", question)).thenApply(reply -> {
            RawDocument answer = ShardReplies.demandOk(reply);
            return new Identity(
                    answer.getString("name").getValue(),
                    answer.getString("host", new BsonString("")).getValue());
        });
    }

    /** Where the catalog says that shards are reached, by name; empty before the cluster is founded. */
    public static CompletableFuture<Map<String, String>> knownAddresses(ConfigDatabase config) {
        return config.find(SHARDS, new BsonDocument(), new BsonDocument("_id", new BsonInt32(1)))
                .thenApply(rows -> {
                    Map<String, String> addresses = new LinkedHashMap<>();
                    rows.forEach(row -> addresses.put(
                            row.getString("_id").getValue(),
                            row.getString("rpc").getValue()));
                    return addresses;
                });
    }

    /**
     * Founds the cluster or joins it: afterwards every shard belongs to the cluster and stands in the catalog.
     *
     * @param shards all shards, the one with the catalog first
     * @param addresses where they are reached, by name
     * @return the cluster's id; fails with IllegalOperation (20) when a shard belongs to another cluster, or is not one
     *     of those this cluster was founded with
     */
    public CompletableFuture<ObjectId> join(Shards shards, Map<String, ShardAddress> addresses) {
        ConfigDatabase config = new ConfigDatabase(shards);
        return config.find(SHARDS, new BsonDocument()).thenCompose(rows -> {
            checkMembers(shards.names(), rows);
            return clusterId(config)
                    .thenCompose(clusterId -> adopt(shards, clusterId, ordinals(shards.names(), rows))
                            .thenCompose(adopted -> enterShards(config, shards, addresses, rows))
                            .thenApply(entered -> clusterId));
        });
    }

    private static void checkMembers(List<String> present, List<RawDocument> rows) {
        Set<String> known = new HashSet<>();
        rows.forEach(row -> known.add(row.getString("_id").getValue()));
        List<String> strangers =
                present.stream().filter(name -> !known.contains(name)).toList();
        if (!rows.isEmpty() && !strangers.isEmpty()) {
            throw new CommandException(
                    ErrorCode.ILLEGAL_OPERATION,
                    "the cluster was founded with the shards "
                            + known.stream().sorted().toList() + "; " + strangers + " cannot be added to it yet");
        }
        List<String> missing =
                known.stream().filter(name -> !present.contains(name)).sorted().toList();
        if (!missing.isEmpty()) {
            throw new CommandException(
                    ErrorCode.ILLEGAL_OPERATION, "the cluster has shards that this router was not given: " + missing);
        }
    }

    private CompletableFuture<ObjectId> clusterId(ConfigDatabase config) {
        return config.find(VERSION, new BsonDocument("_id", new BsonInt32(1))).thenCompose(rows -> {
            Optional<ObjectId> known = rows.stream()
                    .findFirst()
                    .map(row -> row.getObjectId("clusterId").getValue());
            return known.map(CompletableFuture::completedFuture).orElseGet(() -> found(config));
        });
    }

    private CompletableFuture<ObjectId> found(ConfigDatabase config) {
        ObjectId clusterId = environment.objectIds().next();
        BsonDocument row = new BsonDocument("_id", new BsonInt32(1)).append("clusterId", new BsonObjectId(clusterId));
        return Settled.then(config.insert(VERSION, List.of(row)), (inserted, failure) -> {
            if (failure == null) {
                return settings(config).thenApply(done -> clusterId);
            }
            // Another router founded it in this moment.
            return ShardReplies.isRefusal(failure, ErrorCode.DUPLICATE_KEY)
                    ? clusterId(config)
                    : CompletableFuture.failedFuture(failure);
        });
    }

    /** What tools read as the state of the balancer: chunks are neither moved nor split. */
    private static CompletableFuture<Void> settings(ConfigDatabase config) {
        BsonDocument balancer = new BsonDocument("mode", new BsonString("off")).append("stopped", BsonBoolean.TRUE);
        BsonDocument autosplit = new BsonDocument("enabled", BsonBoolean.FALSE);
        return config.update(SETTINGS, ConfigDatabase.byId("balancer"), new BsonDocument("$set", balancer), true)
                .thenCompose(done -> config.update(
                        SETTINGS, ConfigDatabase.byId("autosplit"), new BsonDocument("$set", autosplit), true))
                .thenAccept(done -> {});
    }

    /**
     * The number of each shard, which sequences build into their values: that of its row, and for those without one the
     * next ones in the order of names, which is the same for every router.
     */
    static Map<String, Integer> ordinals(List<String> names, List<RawDocument> rows) {
        Map<String, Integer> ordinals = new LinkedHashMap<>();
        int next = 0;
        for (RawDocument row : rows) {
            if (row.isNumber(ORDINAL)) {
                int ordinal = row.getNumber(ORDINAL).intValue();
                ordinals.put(row.getString("_id").getValue(), ordinal);
                next = Math.max(next, ordinal + 1);
            }
        }
        for (String name : names.stream().sorted().toList()) {
            if (!ordinals.containsKey(name)) {
                ordinals.put(name, next++);
            }
        }
        return ordinals;
    }

    private static CompletableFuture<Void> adopt(Shards shards, ObjectId clusterId, Map<String, Integer> ordinals) {
        List<CompletableFuture<RawDocument>> replies = shards.sendEach(
                shards.names(),
                shard -> ShardRequest.of(
                        "admin",
                        new BsonOutput()
                                .appendInt32("_shardJoin", 1)
                                .appendObjectId("clusterId", clusterId)
                                .appendInt32(ORDINAL, ordinals.getOrDefault(shard, 0))
                                .finish()));
        return Gathered.all(replies).thenAccept(all -> all.forEach(ShardReplies::demandOk));
    }

    private CompletableFuture<Void> enterShards(
            ConfigDatabase config, Shards shards, Map<String, ShardAddress> addresses, List<RawDocument> rows) {
        Map<String, RawDocument> known = new LinkedHashMap<>();
        rows.forEach(row -> known.put(row.getString("_id").getValue(), row));
        Map<String, Integer> ordinals = ordinals(shards.names(), rows);
        CompletableFuture<Void> entered = CompletableFuture.completedFuture(null);
        for (String shard : shards.names()) {
            BsonDocument addressFields = addressFields(addresses.getOrDefault(shard, ShardAddress.of(shard)))
                    .append(ORDINAL, new BsonInt32(ordinals.getOrDefault(shard, 0)));
            RawDocument row = known.get(shard);
            if (row != null
                    && addressFields.entrySet().stream()
                            .allMatch(field -> field.getValue().equals(row.get(field.getKey())))) {
                continue;
            }
            BsonDocument fields = new BsonDocument();
            fields.putAll(addressFields);
            fields.append("state", new BsonInt32(STATE_AWARE));
            if (row == null) {
                fields.append(
                        "topologyTime",
                        new BsonTimestamp((int) (environment.clock().millis() / 1000), 1));
            }
            entered = entered.thenCompose(before ->
                            config.update(SHARDS, ConfigDatabase.byId(shard), new BsonDocument("$set", fields), true))
                    .thenAccept(done -> {});
        }
        return entered;
    }

    private static BsonDocument addressFields(ShardAddress address) {
        return new BsonDocument("host", new BsonString(address.wire())).append("rpc", new BsonString(address.rpc()));
    }

    /** The rows of the cluster's shards, as clients see them: {@code {_id, host, state, topologyTime}}. */
    public static CompletableFuture<List<BsonDocument>> shardRows(ConfigDatabase config) {
        return config.find(SHARDS, new BsonDocument(), new BsonDocument("_id", new BsonInt32(1)))
                .thenApply(rows -> {
                    List<BsonDocument> shown = new ArrayList<>();
                    for (RawDocument row : rows) {
                        BsonDocument entry = new BsonDocument();
                        for (Map.Entry<String, BsonValue> field : row.entrySet()) {
                            if (!field.getKey().equals("rpc") && !field.getKey().equals(ORDINAL)) {
                                entry.put(field.getKey(), field.getValue());
                            }
                        }
                        shown.add(entry);
                    }
                    return shown;
                });
    }
}
