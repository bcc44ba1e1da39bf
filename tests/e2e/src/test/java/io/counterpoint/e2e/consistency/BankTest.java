package io.counterpoint.e2e.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.TransactionOptions;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Money moves between accounts on several shards through two routers: at no snapshot is any of it missing or made. */
final class BankTest {
    private static final Duration DURATION = Duration.ofSeconds(Integer.getInteger("e2e.bank.seconds", 6));
    private static final int ACCOUNTS = 24;
    private static final int BALANCE = 100;
    private static final int WRITERS = 6;
    private static final TransactionOptions SNAPSHOT =
            TransactionOptions.builder().readConcern(ReadConcern.SNAPSHOT).build();

    private final AtomicInteger transfers = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void theSumIsTheSameAtEverySnapshot()
            throws InterruptedException, ExecutionException, TimeoutException, IOException {
        try (TwoRouters cluster = new TwoRouters()) {
            List<Document> accounts = new ArrayList<>();
            for (int i = 0; i < ACCOUNTS; i++) {
                accounts.add(new Document("_id", i).append("balance", BALANCE));
            }
            accounts(cluster.client(0)).insertMany(accounts);
            assertThat(accounts(cluster.client(1)).countDocuments()).isEqualTo(ACCOUNTS);
            run(cluster);
            assertThat(transfers).hasValueGreaterThan(50);
            assertThat(looks).hasValueGreaterThan(20);
            assertThat(sum(accounts(cluster.client(1)).find())).isEqualTo(ACCOUNTS * BALANCE);
        }
    }

    private void run(TwoRouters cluster)
            throws InterruptedException, ExecutionException, TimeoutException, IOException {
        Instant end = Instant.now().plus(DURATION);
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int number = i;
                all.add(pool.submit(() -> transferUntil(end, cluster.client(number), number)));
            }
            for (int i = 0; i < 2; i++) {
                MongoClient client = cluster.client(i);
                all.add(pool.submit(() -> lookUntil(end, () -> oneByOne(client))));
                all.add(pool.submit(() -> lookUntil(end, () -> inSnapshotSession(client))));
                all.add(pool.submit(() -> lookUntil(end, () -> summedByTheCluster(client))));
            }
            for (Future<?> one : all) {
                one.get(2, TimeUnit.MINUTES);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private void transferUntil(Instant end, MongoClient client, int seed) {
        Random random = new Random(seed);
        try (ClientSession session = client.startSession()) {
            while (Instant.now().isBefore(end)) {
                int from = random.nextInt(ACCOUNTS);
                int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
                int amount = 1 + random.nextInt(20);
                session.withTransaction(() -> {
                    add(session, client, from, -amount);
                    add(session, client, to, amount);
                    return true;
                });
                transfers.incrementAndGet();
            }
        }
    }

    private static void add(ClientSession session, MongoClient client, int account, int amount) {
        accounts(client).updateOne(session, Filters.eq("_id", account), Updates.inc("balance", amount));
    }

    private void lookUntil(Instant end, Runnable look) {
        while (Instant.now().isBefore(end)) {
            try {
                look.run();
                looks.incrementAndGet();
            } catch (MongoException e) {
                // A snapshot may be refused; it must not be wrong.
                if (!e.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL) && e.getCode() != 246) {
                    throw e;
                }
            }
        }
    }

    /** Each account by a read of its own: the later ones go to shards that the transaction has not seen before. */
    private static void oneByOne(MongoClient client) {
        try (ClientSession session = client.startSession()) {
            session.startTransaction(SNAPSHOT);
            Map<Integer, Integer> balances = new TreeMap<>();
            for (int i = 0; i < ACCOUNTS; i++) {
                int account = i;
                Document found = accounts(client)
                        .find(session, Filters.eq("_id", account))
                        .first();
                balances.put(account, found == null ? 0 : found.getInteger("balance"));
            }
            session.commitTransaction();
            assertThat(balances.values().stream().mapToInt(Integer::intValue).sum())
                    .describedAs("%s", balances)
                    .isEqualTo(ACCOUNTS * BALANCE);
        }
    }

    /** Two reads of one snapshot session see the same. */
    private static void inSnapshotSession(MongoClient client) {
        try (ClientSession session = client.startSession(
                com.mongodb.ClientSessionOptions.builder().snapshot(true).build())) {
            List<Document> first =
                    accounts(client).find(session).sort(new Document("_id", 1)).into(new ArrayList<>());
            assertThat(sum(first)).isEqualTo(ACCOUNTS * BALANCE);
            List<Document> second =
                    accounts(client).find(session).sort(new Document("_id", 1)).into(new ArrayList<>());
            assertThat(second).isEqualTo(first);
        }
    }

    private static void summedByTheCluster(MongoClient client) {
        try (ClientSession session = client.startSession()) {
            session.startTransaction(SNAPSHOT);
            Document sum = accounts(client)
                    .aggregate(session, List.of(Aggregates.group(null, Accumulators.sum("sum", "$balance"))))
                    .first();
            session.commitTransaction();
            assertThat(sum).isNotNull().containsEntry("sum", ACCOUNTS * BALANCE);
        }
    }

    private static int sum(Iterable<Document> accounts) {
        int sum = 0;
        for (Document account : accounts) {
            sum += account.getInteger("balance");
        }
        return sum;
    }

    private static MongoCollection<Document> accounts(MongoClient client) {
        return client.getDatabase("bank").getCollection("accounts");
    }
}
