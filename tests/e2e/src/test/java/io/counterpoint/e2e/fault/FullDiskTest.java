package io.counterpoint.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.e2e.deployment.Fields;
import io.counterpoint.e2e.deployment.SmallDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** A disk that fills up. Needs the right to mount a small file system, and is skipped by name without it. */
final class FullDiskTest {
    private static final int MEGABYTES = 48;
    private static final int DOCUMENT_BYTES = 200_000;
    private static final int COUNT_MAX = 2_000;

    @Test
    void theClientIsToldAndNothingIsLost() throws IOException {
        try (Cluster shard = Cluster.shard("alone")) {
            try (SmallDisk disk = SmallDisk.mount(shard.data(), MEGABYTES)) {
                try {
                    fillAndCheck(shard, disk);
                } finally {
                    shard.process().close();
                }
            }
        }
    }

    private static void fillAndCheck(Cluster shard, SmallDisk disk) {
        shard.start();
        List<ObjectId> acknowledged = new ArrayList<>();
        try (MongoClient client = Clients.connect(shard.uri(), settings -> settings.retryWrites(false))) {
            client.getDatabase("shop").runCommand(new Document("create", "orders").append("autoincrement", "id"));
            MongoException refusal = null;
            for (int i = 0; i < COUNT_MAX && refusal == null; i++) {
                // Bytes that no compression makes smaller.
                byte[] bytes = new byte[DOCUMENT_BYTES];
                new Random(i).nextBytes(bytes);
                Document order = new Document("_id", new ObjectId()).append("bytes", new Binary(bytes));
                try {
                    orders(client).insertOne(order);
                    acknowledged.add(order.getObjectId("_id"));
                } catch (MongoException e) {
                    refusal = e;
                }
            }
            assertThat(refusal).as("the error when the disk is full").isNotNull();
            assertThat(acknowledged).isNotEmpty();
            // What is there can still be read.
            assertThat(orders(client).countDocuments(Filters.in("_id", acknowledged)))
                    .isEqualTo(acknowledged.size());
        }
        shard.process().close();

        disk.resize(4 * MEGABYTES);
        shard.start();
        try (MongoClient client = shard.connect()) {
            assertThat(orders(client).countDocuments(Filters.in("_id", acknowledged)))
                    .isEqualTo(acknowledged.size());
            AcknowledgedWrites.validate(client, "shop", "orders");
            orders(client).insertOne(new Document());
            Document row = client.getDatabase("admin")
                    .getCollection("counters")
                    .find(Filters.eq("_id", "shop.orders.id"))
                    .first();
            Document highest = orders(client)
                    .find()
                    .projection(new Document("id", 1))
                    .sort(new Document("id", -1))
                    .first();
            assertThat(row).isNotNull();
            assertThat(highest).isNotNull();
            assertThat(Fields.number(row, "last")).isEqualTo(Fields.number(highest, "id"));
        }
    }

    private static MongoCollection<Document> orders(MongoClient client) {
        return client.getDatabase("shop").getCollection("orders");
    }
}
