package io.counterpoint.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.e2e.deployment.Fields;
import io.counterpoint.e2e.deployment.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/**
 * A process is killed with SIGKILL at any moment while eight writers are at work, again and again on the same data.
 * What was acknowledged must be there afterwards, no number may come twice, indexes must agree with documents, and no
 * counter may lie below a stored number.
 *
 * <p>{@code -De2e.kill.rounds=20} is the long form.
 */
final class KillTest {
    private static final int ROUNDS = Integer.getInteger("e2e.kill.rounds", 3);
    private static final int WRITERS = 8;
    private static final int BATCH = 5;
    private static final int STEPS = 1_000_000;

    /** Longest time between the first acknowledged write of a round and its end. */
    private static final int MILLIS_MAX = 1_200;

    private final AcknowledgedWrites model = new AcknowledgedWrites();
    private final Random random = Seed.random(KillTest.class);

    @Test
    void aShardThatIsKilledKeepsWhatItPromised() {
        try (Cluster shard = Cluster.shard("alone").start()) {
            try (MongoClient client = shard.connect()) {
                MongoDatabase shop = client.getDatabase("shop");
                shop.runCommand(new Document("create", "orders").append("autoincrement", "id"));
                shop.getCollection("orders").createIndex(Indexes.ascending("writer", "text"));
                shop.getCollection("orders").createIndex(Indexes.ascending("tags"));
            }
            for (int round = 1; round <= ROUNDS; round++) {
                writeUntilKilled(shard, round);
                shard.start();
                try (MongoClient client = shard.connect()) {
                    MongoCollection<Document> orders = orders(client);
                    model.check(orders, last(client));
                    AcknowledgedWrites.validate(client, "shop", "orders");
                    AcknowledgedWrites.validate(client, "admin", "counters");
                    System.out.println("round " + round + " of " + ROUNDS + ": " + model.count()
                            + " numbers acknowledged so far, " + orders.countDocuments() + " documents stored, last "
                            + last(client));
                }
            }
        }
        assertThat(model.count()).as("inserts that were acknowledged").isGreaterThan(ROUNDS * WRITERS);
    }

    private static MongoCollection<Document> orders(MongoClient client) {
        return client.getDatabase("shop").getCollection("orders");
    }

    private static long last(MongoClient client) {
        Document row = client.getDatabase("admin")
                .getCollection("counters")
                .find(Filters.eq("_id", "shop.orders.id"))
                .first();
        assertThat(row).isNotNull();
        return Fields.number(row, "last");
    }

    private void writeUntilKilled(Cluster shard, int round) {
        Random[] choices = new Random[WRITERS];
        for (int writer = 0; writer < WRITERS; writer++) {
            choices[writer] = new Random(random.nextLong());
        }
        Interruption.killAfter(
                shard,
                random.nextInt(MILLIS_MAX),
                WRITERS,
                (client, writer, step) ->
                        write(client.getDatabase("shop"), writer, round * STEPS + step, choices[writer]));
    }

    /** One step of a writer: mostly an insert, now and then a batch, now and then a delete of what it just inserted. */
    private void write(MongoDatabase shop, int writer, int step, Random choice) {
        List<Document> documents = new ArrayList<>();
        int count = choice.nextInt(10) == 0 ? BATCH : 1;
        for (int i = 0; i < count; i++) {
            documents.add(new Document("_id", new ObjectId())
                    .append("writer", writer)
                    .append("text", "step " + step + " " + "x".repeat(choice.nextInt(300)))
                    .append("tags", List.of(step % 7, "w" + writer)));
        }
        Document reply = shop.runCommand(
                new Document("insert", "orders").append("documents", documents).append("reportAutoincrement", true));
        assertThat(reply.getInteger("n")).as("%s", reply).isEqualTo(count);
        for (Document taken : reply.getList("autoincrement", Document.class)) {
            model.inserted(documents.get(taken.getInteger("index")).getObjectId("_id"), Fields.number(taken, "value"));
        }
        if (choice.nextInt(8) == 0) {
            ObjectId victim = documents.get(0).getObjectId("_id");
            model.deleting(victim);
            shop.getCollection("orders").deleteOne(Filters.eq("_id", victim));
            model.deleted(victim);
        }
    }

    @Test
    void aClusterThatIsKilledKeepsWhatItPromised() {
        try (Cluster cluster = Cluster.up(2).start()) {
            List<ObjectId> acknowledged = new ArrayList<>();
            try (MongoClient client = cluster.connect()) {
                client.getDatabase("shop").runCommand(new Document("create", "orders").append("autoincrement", "id"));
                for (int i = 0; i < 200; i++) {
                    Document order = new Document("_id", new ObjectId()).append("n", i);
                    orders(client).insertOne(order);
                    acknowledged.add(order.getObjectId("_id"));
                }
                cluster.kill();
            }
            cluster.start();
            try (MongoClient client = cluster.connect()) {
                assertThat(orders(client).countDocuments(Filters.in("_id", acknowledged)))
                        .isEqualTo(acknowledged.size());
                assertThat(orders(client).countDocuments()).isEqualTo(acknowledged.size());
                orders(client).insertOne(new Document("n", 200));
            }
            for (String uri : cluster.shardUris()) {
                try (MongoClient shard = Clients.connect(uri)) {
                    AcknowledgedWrites.validate(shard, "shop", "orders");
                    assertThat(last(shard)).isEqualTo(orders(shard).countDocuments());
                }
            }
        }
    }
}
