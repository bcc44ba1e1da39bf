package io.counterpoint.lab.cluster;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** A cluster that was running before and goes on afterwards. Nothing is done to its processes. */
public final class LiveCluster implements LabCluster {
    private static final String TIMEOUTS = "serverSelectionTimeoutMS=5000&connectTimeoutMS=5000";

    private final String uri;
    private final Map<String, String> shards;

    private LiveCluster(String uri, Map<String, String> shards) {
        this.uri = uri;
        this.shards = shards;
    }

    /**
     * Asks the router at an address which shards it has.
     *
     * @throws IllegalArgumentException when nobody answers there, or it is no router
     */
    public static LiveCluster at(String uri) {
        try (MongoClient client = MongoClients.create(ConnectionUri.with(uri, TIMEOUTS))) {
            Document reply = client.getDatabase("admin").runCommand(new Document("listShards", 1));
            Map<String, String> shards = new TreeMap<>();
            for (Document shard : reply.getList("shards", Document.class)) {
                String hosts = shard.getString("host").replaceFirst("^[^/]*/", "");
                shards.put(shard.getString("_id"), "mongodb://" + hosts.split(",", 2)[0] + "/");
            }
            return new LiveCluster(uri, shards);
        } catch (MongoException e) {
            throw new IllegalArgumentException("No router answers at " + uri + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String description() {
        return "a running cluster with " + shards.size() + " shards";
    }

    @Override
    public String routerUri() {
        return uri;
    }

    @Override
    public Map<String, String> shardUris() {
        return shards;
    }

    @Override
    public @Nullable ShardFaults faults() {
        return null;
    }

    @Override
    public void close() {
        // It is not ours.
    }
}
