package io.counterpoint.e2e.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.consistency.ListAppendHistory.Outcome;
import io.counterpoint.e2e.consistency.ListAppendHistory.Step;
import io.counterpoint.e2e.consistency.ListAppendHistory.Transaction;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.e2e.deployment.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/**
 * Clients of two routers read and append to lists of several shards in transactions, while a shard is killed and comes
 * back. What they saw must be possible under snapshot isolation. The history is kept in {@code target/histories}.
 */
final class ListAppendTest {
    private static final Duration DURATION = Duration.ofSeconds(Integer.getInteger("e2e.append.seconds", 12));
    private static final int CLIENTS = 6;
    private static final int KEYS = 10;
    private static final int STEPS_MAX = 5;
    private static final int KILLS = 2;
    private static final TransactionOptions SNAPSHOT = TransactionOptions.builder()
            .readConcern(ReadConcern.SNAPSHOT)
            .writeConcern(WriteConcern.MAJORITY)
            .build();

    private final Random random = Seed.random(ListAppendTest.class);
    private final ListAppendHistory history = new ListAppendHistory();
    private final AtomicInteger nextValue = new AtomicInteger();
    private final AtomicInteger nextProcess = new AtomicInteger(CLIENTS);

    @Test
    void historiesAreSnapshotIsolated() throws InterruptedException, ExecutionException, TimeoutException, IOException {
        try (TwoRouters cluster = new TwoRouters()) {
            List<Document> lists = new ArrayList<>();
            for (int key = 0; key < KEYS; key++) {
                lists.add(new Document("_id", key).append("list", List.of()));
            }
            lists(cluster.client(0)).insertMany(lists);
            run(cluster);
            readAll(cluster.client(1));
        }
        history.writeTo(Path.of("target", "histories", "list-append.edn"));
        long committed = history.transactions().stream()
                .filter(transaction -> transaction.outcome() == Outcome.OK)
                .count();
        System.out.println(history.transactions().size() + " transactions, " + committed + " committed");
        assertThat(committed).isGreaterThan(100);
        assertThat(ListAppendChecker.check(history)).isEmpty();
    }

    private void run(TwoRouters cluster)
            throws InterruptedException, ExecutionException, TimeoutException, IOException {
        Instant end = Instant.now().plus(DURATION);
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int number = i;
                long seed = random.nextLong();
                all.add(pool.submit(() -> work(end, cluster.client(number), number, new Random(seed))));
            }
            for (int kill = 0; kill < KILLS; kill++) {
                Thread.sleep(DURATION.toMillis() / (KILLS + 1));
                Cluster victim = cluster.shard(random.nextInt(3));
                victim.kill();
                victim.startInPlace();
            }
            for (Future<?> one : all) {
                one.get(3, TimeUnit.MINUTES);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private void work(Instant end, MongoClient client, int number, Random choices) {
        int process = number;
        while (Instant.now().isBefore(end)) {
            Outcome outcome = transact(client, process, choices);
            if (outcome == Outcome.INFO) {
                // Whoever does not know what became of its transaction is somebody else from now on.
                process = nextProcess.getAndIncrement();
            }
        }
    }

    private Outcome transact(MongoClient client, int process, Random choices) {
        List<Step> steps = new ArrayList<>();
        long begin = System.nanoTime();
        Outcome outcome = Outcome.FAIL;
        try (ClientSession session = client.startSession()) {
            session.startTransaction(SNAPSHOT);
            int count = 1 + choices.nextInt(STEPS_MAX);
            for (int i = 0; i < count; i++) {
                steps.add(step(client, session, choices.nextInt(KEYS), choices.nextBoolean()));
            }
            outcome = Outcome.INFO;
            session.commitTransaction();
            outcome = Outcome.OK;
        } catch (MongoException refused) {
            if (refused.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)) {
                outcome = Outcome.FAIL;
            }
        }
        history.add(new Transaction(process, steps, outcome, begin, System.nanoTime()));
        return outcome;
    }

    private Step step(MongoClient client, ClientSession session, int key, boolean append) {
        if (append) {
            int value = nextValue.incrementAndGet();
            lists(client).updateOne(session, Filters.eq("_id", key), Updates.push("list", value));
            return new Step(key, value, null);
        }
        return read(client, session, key);
    }

    private static Step read(MongoClient client, ClientSession session, int key) {
        Document found = lists(client).find(session, Filters.eq("_id", key)).first();
        return new Step(key, 0, found == null ? List.of() : found.getList("list", Integer.class));
    }

    private void readAll(MongoClient client) {
        long begin = System.nanoTime();
        List<Step> steps = new ArrayList<>();
        try (ClientSession session = client.startSession()) {
            session.withTransaction(
                    () -> {
                        steps.clear();
                        for (int key = 0; key < KEYS; key++) {
                            steps.add(read(client, session, key));
                        }
                        return true;
                    },
                    SNAPSHOT);
        }
        history.add(new Transaction(nextProcess.getAndIncrement(), steps, Outcome.OK, begin, System.nanoTime()));
    }

    private static MongoCollection<Document> lists(MongoClient client) {
        return client.getDatabase("append").getCollection("lists");
    }
}
