package io.counterpoint.e2e.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.Fields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The containers of the compose file while something happens to one of them and eight clients insert: nothing
 * acknowledged is lost, the other shards go on, refusals name the shard, and it comes back by itself.
 */
@NeedsDocker
final class ComposeContainerTest {
    private static final int WRITERS = 8;
    private static final int BATCH = 6;
    private static final long TROUBLE_MILLIS = 2_500;
    private static final Duration RECOVERY = Duration.ofSeconds(45);
    private static final String DATABASE = "shop";
    private static final String ROUTER = "router";

    private static ComposeProject project;

    private final ShardedHistory history = new ShardedHistory();
    private final Set<String> refusals = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean over = new AtomicBoolean();

    @BeforeAll
    static void start() {
        project = ComposeProject.up("counterpoint-e2e");
    }

    @AfterAll
    static void stop() {
        if (project != null) {
            project.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shard1", "shard2", "shard3", ROUTER})
    void aKilledContainerComesBack(String service) {
        during("killed_" + service, service, project::kill, project::start);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shard1", "shard3", ROUTER})
    void aPausedContainerGoesOn(String service) {
        during("paused_" + service, service, project::pause, project::unpause);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shard2", ROUTER})
    void aRestartedContainerLosesNothing(String service) {
        during("restarted_" + service, service, project::restart, same -> {});
    }

    @ParameterizedTest
    @ValueSource(strings = {"shard1", "shard2"})
    void aShardThatIsCutOffIsFoundAgain(String service) {
        assumeTrue(ComposeProject.canCut(), "cutting connections needs nsenter, iptables and the right to use them");
        during("cut_" + service, service, project::cut, project::heal);
    }

    @Test
    void theOtherShardsServeWhileOneIsAway() {
        String collection = "partly";
        try (MongoClient client = Clients.connect(project.uri())) {
            create(client, collection);
            insert(client, collection);
            project.kill("shard3");
            try {
                // Until the router knows that nobody is there, a command may run into its own time limit.
                Awaitility.await()
                        .atMost(RECOVERY)
                        .ignoreExceptionsInstanceOf(MongoException.class)
                        .untilAsserted(() -> {
                            int before = history.count();
                            insert(client, collection);
                            assertThat(history.count())
                                    .as("some of a batch is stored")
                                    .isGreaterThan(before);
                            assertThat(refusals)
                                    .anySatisfy(refusal -> assertThat(refusal).contains("shard3"));
                            assertThat(refusals)
                                    .noneSatisfy(refusal -> assertThat(refusal).contains("shard1"));
                        });
            } finally {
                project.start("shard3");
            }
            serves(client, collection);
            history.check(client.getDatabase(DATABASE).getCollection(collection));
        }
    }

    /** Lets something happen to a service under load, and undoes it. */
    private void during(String collection, String service, Consumer<String> trouble, Consumer<String> recovery) {
        try (MongoClient client = Clients.connect(project.uri())) {
            create(client, collection);
        }
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try {
            String uri = project.uri();
            for (int writer = 0; writer < WRITERS; writer++) {
                writers.execute(() -> write(uri, collection));
            }
            Awaitility.await().atMost(RECOVERY).until(() -> history.count() > WRITERS * BATCH);
            trouble.accept(service);
            pause();
            recovery.accept(service);
            pause();
        } finally {
            over.set(true);
            writers.shutdown();
        }
        Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> writers.awaitTermination(0, TimeUnit.SECONDS));
        try (MongoClient client = Clients.connect(project.uri())) {
            serves(client, collection);
            history.check(client.getDatabase(DATABASE).getCollection(collection));
        }
        for (String name : ComposeProject.SHARDS) {
            try (MongoClient shard = Clients.connect(project.uriOfShard(name))) {
                ShardedHistory.checkShard(shard, DATABASE, collection);
            }
        }
        System.out.println(collection + ": " + history.count() + " inserts acknowledged, refusals: " + refusals.size());
    }

    private static void create(MongoClient client, String collection) {
        client.getDatabase(DATABASE).runCommand(new Document("create", collection).append("autoincrement", "id"));
    }

    /** Inserts until it is over, through a client that does not wait for a router that is gone. */
    private void write(String uri, String collection) {
        try (MongoClient client = Clients.connect(
                uri,
                settings -> settings.retryWrites(false)
                        .applyToClusterSettings(selection -> selection.serverSelectionTimeout(2, TimeUnit.SECONDS)))) {
            while (!over.get()) {
                try {
                    insert(client, collection);
                } catch (MongoException unanswered) {
                    refusals.add(String.valueOf(unanswered.getMessage()));
                }
            }
        }
    }

    /** One unordered batch: the part that a shard stored is answered with its numbers. */
    private void insert(MongoClient client, String collection) {
        ObjectId[] ids = new ObjectId[BATCH];
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            ids[i] = new ObjectId();
            documents.add(new Document("_id", ids[i]));
        }
        Document reply = client.getDatabase(DATABASE)
                .runCommand(new Document("insert", collection)
                        .append("documents", documents)
                        .append("ordered", false)
                        .append("maxTimeMS", 3_000)
                        .append("reportAutoincrement", true));
        Set<Integer> failed = new HashSet<>();
        for (Document error : reply.getList("writeErrors", Document.class, List.of())) {
            failed.add(error.getInteger("index"));
            refusals.add(error.getString("errmsg"));
        }
        for (Document taken : reply.getList("autoincrement", Document.class, List.of())) {
            int index = taken.getInteger("index");
            if (!failed.contains(index)) {
                history.inserted(ids[index], Fields.number(taken, "value"));
            }
        }
    }

    /** Waits until every shard takes writes again. */
    private void serves(MongoClient client, String collection) {
        MongoCollection<Document> documents = client.getDatabase(DATABASE).getCollection(collection);
        Awaitility.await()
                .atMost(RECOVERY)
                .ignoreExceptionsInstanceOf(MongoException.class)
                .untilAsserted(() -> {
                    for (int i = 0; i < 10 * BATCH; i++) {
                        documents.insertOne(new Document());
                    }
                });
    }

    private static void pause() {
        try {
            Thread.sleep(TROUBLE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
