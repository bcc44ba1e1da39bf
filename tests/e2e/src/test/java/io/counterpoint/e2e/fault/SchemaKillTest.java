package io.counterpoint.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.e2e.deployment.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/**
 * A cluster is killed while clients create, index, rename and drop collections. Whoever comes next finishes or undoes
 * what was under way: all shards then agree with each other and with the router.
 */
final class SchemaKillTest {
    private static final int ROUNDS = Integer.getInteger("e2e.kill.rounds", 2);
    private static final int CLIENTS = 3;
    private static final int MILLIS_MAX = 800;
    private static final String DATABASE = "shop";
    private static final Duration REPAIR_MAX = Duration.ofSeconds(20);

    private final Random random = Seed.random(SchemaKillTest.class);

    @Test
    void noShardKeepsHalfOfAChange() {
        try (Cluster cluster = Cluster.up(3).start()) {
            for (int round = 1; round <= ROUNDS; round++) {
                Interruption.killAfter(cluster, random.nextInt(MILLIS_MAX), CLIENTS, SchemaKillTest::step);
                cluster.start();
                Awaitility.await().atMost(REPAIR_MAX).untilAsserted(() -> assertAgreement(cluster));
                assertWorking(cluster, round);
            }
        }
    }

    private static void step(MongoClient client, int thread, int step) {
        MongoDatabase database = client.getDatabase(DATABASE);
        String name = "c" + thread + "x" + step % 3;
        database.runCommand(new Document("create", name).append("autoincrement", "id"));
        database.getCollection(name).createIndex(Indexes.ascending("a"));
        database.getCollection(name).insertOne(new Document("a", step));
        if (step % 2 == 0) {
            database.getCollection(name).renameCollection(new MongoNamespace(DATABASE, name + "renamed"));
            name += "renamed";
        }
        database.getCollection(name).drop();
    }

    /** What a server says about the database: for each collection its indexes and its counter rows. */
    private static Map<String, Object> description(MongoClient client) {
        Map<String, Object> collections = new TreeMap<>();
        MongoDatabase database = client.getDatabase(DATABASE);
        for (String name : database.listCollectionNames().into(new ArrayList<>())) {
            TreeSet<String> parts = new TreeSet<>();
            database.getCollection(name).listIndexes().forEach(index -> parts.add("index " + index.getString("name")));
            collections.put(name, parts);
        }
        TreeSet<String> rows = new TreeSet<>();
        client.getDatabase("admin")
                .getCollection("counters")
                .find(Filters.regex("collection", "^" + DATABASE + "\\."))
                .forEach(row -> rows.add(row.getString("_id")));
        collections.put("(counters)", rows);
        return collections;
    }

    private static void assertAgreement(Cluster cluster) {
        Map<String, Object> atRouter;
        try (MongoClient router = cluster.connect()) {
            atRouter = description(router);
        }
        for (String uri : cluster.shardUris()) {
            try (MongoClient shard = Clients.connect(uri)) {
                assertThat(description(shard)).as("shard at %s", uri).isEqualTo(atRouter);
            }
        }
        TreeSet<String> expectedRows = new TreeSet<>();
        atRouter.keySet().stream()
                .filter(name -> !name.startsWith("("))
                .forEach(name -> expectedRows.add(DATABASE + "." + name + ".id"));
        assertThat(atRouter.get("(counters)")).isEqualTo(expectedRows);
    }

    /** Nothing is locked for ever: every name can be dropped and made anew. */
    private static void assertWorking(Cluster cluster, int round) {
        try (MongoClient router = cluster.connect()) {
            MongoDatabase database = router.getDatabase(DATABASE);
            List<String> left = database.listCollectionNames().into(new ArrayList<>());
            left.forEach(name -> database.getCollection(name).drop());
            System.out.println("round " + round + " of " + ROUNDS + ": left by the kill: " + left);
            for (int thread = 0; thread < CLIENTS; thread++) {
                step(router, thread, round);
            }
            assertThat(database.listCollectionNames().into(new ArrayList<>())).isEmpty();
        }
        assertAgreement(cluster);
    }
}
