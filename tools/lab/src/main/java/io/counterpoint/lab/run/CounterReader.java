package io.counterpoint.lab.run;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.counterpoint.lab.cluster.ConnectionUri;
import io.counterpoint.lab.cluster.LabCluster;
import io.counterpoint.lab.history.CounterSample;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Reads one counter's row through the router and on every shard. One thread at a time. */
final class CounterReader implements AutoCloseable {
    /** A shard that is down is left out of a sample soon. */
    private static final String TIMEOUTS =
            "directConnection=true&serverSelectionTimeoutMS=300&connectTimeoutMS=300&socketTimeoutMS=1000";

    private final MongoClient router;
    private final Map<String, MongoClient> shards = new TreeMap<>();
    private final Document query;

    CounterReader(LabCluster cluster, String id) {
        query = new Document("_id", id);
        router = client(cluster.routerUri(), "serverSelectionTimeoutMS=1000&socketTimeoutMS=1000");
        cluster.shardUris().forEach((name, shard) -> shards.put(name, client(shard, TIMEOUTS)));
    }

    /** A patient client of one shard's own door. */
    static MongoClient direct(String shardUri) {
        return client(shardUri, "directConnection=true&serverSelectionTimeoutMS=10000&connectTimeoutMS=5000");
    }

    private static MongoClient client(String uri, String options) {
        return MongoClients.create(ConnectionUri.with(uri, options));
    }

    synchronized CounterSample read(long nowNanos) {
        Map<String, Long> last = new TreeMap<>();
        shards.forEach((name, shard) -> {
            Long value = last(shard);
            if (value != null) {
                last.put(name, value);
            }
        });
        return new CounterSample(nowNanos, last(router), last);
    }

    private @Nullable Long last(MongoClient client) {
        try {
            Document row = client.getDatabase("admin")
                    .getCollection("counters")
                    .find(query)
                    .first();
            return row != null && row.get("last") instanceof Number number ? number.longValue() : null;
        } catch (MongoException e) {
            // A shard that is down has nothing to say: that is what a run with faults is about.
            return null;
        }
    }

    @Override
    public void close() {
        router.close();
        shards.values().forEach(MongoClient::close);
    }
}
