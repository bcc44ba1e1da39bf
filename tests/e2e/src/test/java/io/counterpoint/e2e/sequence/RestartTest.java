package io.counterpoint.e2e.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.e2e.deployment.Fields;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/**
 * Section 1.3 of the contract: a number that was acknowledged is never handed out again, whatever happens to the
 * process.
 */
final class RestartTest {
    private static MongoCollection<Document> orders(MongoClient client) {
        return client.getDatabase("shop").getCollection("orders");
    }

    private static Object insert(MongoClient client) {
        Document order = new Document();
        orders(client).insertOne(order);
        Document stored =
                orders(client).find(Filters.eq("_id", order.get("_id"))).first();
        return Fields.value(stored, "id");
    }

    private static void create(MongoClient client) {
        client.getDatabase("shop").runCommand(new Document("create", "orders").append("autoincrement", "id"));
    }

    @Test
    void aStopAndAKillKeepTheCounter() {
        try (Cluster shard = Cluster.shard("alone").start()) {
            try (MongoClient client = shard.connect()) {
                create(client);
                assertThat(List.of(insert(client), insert(client))).isEqualTo(List.of(1, 2));
                // The highest one is gone, its number is not free.
                orders(client).deleteOne(Filters.eq("id", 2));
            }
            shard.restart();
            try (MongoClient client = shard.connect()) {
                assertThat(insert(client)).isEqualTo(3);
                orders(client).deleteMany(new Document());
                assertThat(insert(client)).isEqualTo(4);
            }
            shard.kill();
            shard.start();
            try (MongoClient client = shard.connect()) {
                assertThat(insert(client)).isEqualTo(5);
            }
        }
    }

    @Test
    void aKillRightAfterTheFirstNumberKeepsIt() {
        try (Cluster shard = Cluster.shard("alone").start()) {
            try (MongoClient client = shard.connect()) {
                create(client);
                assertThat(insert(client)).isEqualTo(1);
            }
            shard.kill();
            shard.start();
            try (MongoClient client = shard.connect()) {
                assertThat(insert(client)).isEqualTo(2);
            }
        }
    }

    @Test
    void aClusterComesBackWithItsCollectionsAndCounters() {
        try (Cluster cluster = Cluster.up(2).start()) {
            try (MongoClient client = cluster.connect()) {
                create(client);
                for (int i = 0; i < 20; i++) {
                    insert(client);
                }
            }
            cluster.restart();
            try (MongoClient client = cluster.connect()) {
                assertThat(orders(client).countDocuments()).isEqualTo(20);
                for (int i = 0; i < 20; i++) {
                    insert(client);
                }
                assertThat(orders(client).countDocuments()).isEqualTo(40);
            }
            int stored = 0;
            for (String uri : cluster.shardUris()) {
                try (MongoClient shard = Clients.connect(uri)) {
                    long here = orders(shard).countDocuments();
                    Document row = shard.getDatabase("admin")
                            .getCollection("counters")
                            .find(Filters.eq("_id", "shop.orders.id"))
                            .first();
                    assertThat(row).isNotNull();
                    assertThat(Fields.number(row, "last")).isEqualTo(here);
                    stored += (int) here;
                }
            }
            assertThat(stored).isEqualTo(40);
        }
    }
}
