package io.counterpoint.e2e.consistency;

import com.mongodb.client.MongoClient;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.Cluster;
import java.util.ArrayList;
import java.util.List;

/** Three shards and two routers, each a process of its own. */
final class TwoRouters implements AutoCloseable {
    private static final int ROUTERS = 2;

    private final List<Cluster> shards = new ArrayList<>();
    private final List<Cluster> routers = new ArrayList<>();
    private final List<MongoClient> clients = new ArrayList<>();

    /** Starts them. */
    TwoRouters() {
        for (String name : List.of("a", "b", "c")) {
            Cluster shard = Cluster.shard(name);
            shards.add(shard);
            shard.start();
        }
        for (int i = 0; i < ROUTERS; i++) {
            Cluster router = Cluster.router(shards);
            routers.add(router);
            clients.add(Clients.connect(router.start().uri()));
        }
    }

    /** A client of one router; any number names one. */
    MongoClient client(int number) {
        return clients.get(number % ROUTERS);
    }

    /** A shard's process; any number names one. */
    Cluster shard(int number) {
        return shards.get(number % shards.size());
    }

    @Override
    public void close() {
        clients.forEach(MongoClient::close);
        routers.forEach(Cluster::close);
        shards.forEach(Cluster::close);
    }
}
