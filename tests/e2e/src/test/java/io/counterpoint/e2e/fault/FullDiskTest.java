package io.counterpoint.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.e2e.deployment.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
    void theClientIsToldAndNothingIsLost() throws IOException, InterruptedException {
        try (Cluster shard = Cluster.shard("alone")) {
            Files.createDirectories(shard.data());
            assumeThat(run(
                            "mount",
                            "-t",
                            "tmpfs",
                            "-o",
                            "size=" + MEGABYTES + "m",
                            "tmpfs",
                            shard.data().toString()))
                    .as("a small file system can be mounted")
                    .isTrue();
            try {
                fillAndCheck(shard);
            } finally {
                shard.process().close();
                assertThat(run("umount", shard.data().toString())).isTrue();
            }
        }
    }

    private static void fillAndCheck(Cluster shard) throws IOException, InterruptedException {
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

        assertThat(run(
                        "mount",
                        "-o",
                        "remount,size=" + 4 * MEGABYTES + "m",
                        shard.data().toString()))
                .isTrue();
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

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }
}
