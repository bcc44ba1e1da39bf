package io.counterpoint.e2e.backup;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.Document;

/**
 * Writes whose traces tell whether a copy is of one moment.
 *
 * <ul>
 *   <li>money moves between accounts of several shards by transactions: the sum is the same at every moment
 *   <li>the links of a chain are written one after another, by two clients in turn, each when the one before was
 *       answered: at every moment the numbers have no gap
 *   <li>a client raises counters on different shards in turn: at every moment the first is equal to the last or one
 *       ahead, and the others lie between
 *   <li>ordered batches over all shards: whole or not there at all
 *   <li>numbered orders: numbers differ within a shard
 * </ul>
 */
final class MomentWorkload implements AutoCloseable {
    private static final int ACCOUNTS = 24;
    private static final int BALANCE = 1_000;
    private static final int COUNTERS = 6;
    private static final int BATCH = 8;
    private static final int WRITE_CONFLICT = 112;

    /**
     * How far answered writes have come.
     *
     * @param links of the chain
     * @param batches of the batch collection
     */
    record Progress(int links, int batches) {
        static final Progress NOTHING = new Progress(0, 0);
        static final Progress EVERYTHING = new Progress(Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    private final List<MongoClient> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final AtomicInteger links = new AtomicInteger();
    private final AtomicInteger batches = new AtomicInteger();
    private final AtomicReference<Throwable> trouble = new AtomicReference<>();

    MomentWorkload(List<String> routers) {
        routers.forEach(uri -> clients.add(Clients.connect(uri)));
    }

    private static MongoDatabase database(MongoClient client) {
        return client.getDatabase("moment");
    }

    private static MongoCollection<Document> collection(MongoClient client, String name) {
        return database(client).getCollection(name);
    }

    /** Makes the collections and begins to write. */
    void start() {
        MongoClient first = clients.get(0);
        database(first).runCommand(new Document("create", "orders").append("autoincrement", "id"));
        for (int i = 0; i < ACCOUNTS; i++) {
            collection(first, "accounts").insertOne(new Document("_id", i).append("balance", BALANCE));
        }
        for (int i = 0; i < COUNTERS; i++) {
            collection(first, "counters").insertOne(new Document("_id", i).append("n", 0));
        }
        collection(first, "chain").createIndex(new Document("n", 1));
        collection(first, "batches").createIndex(new Document("batch", 1));
        run(() -> transfer(clients.get(0)));
        run(() -> transfer(clients.get(1)));
        run(this::link);
        run(() -> count(clients.get(0)));
        run(() -> batch(clients.get(0), 0));
        run(() -> batch(clients.get(1), 1));
        run(() -> collection(clients.get(1), "orders").insertOne(new Document("what", "tea")));
    }

    private void run(Runnable step) {
        Thread thread = new Thread(() -> {
            try {
                while (!stopping.get()) {
                    step.run();
                }
            } catch (RuntimeException e) {
                trouble.compareAndSet(null, e);
            }
        });
        threads.add(thread);
        thread.start();
    }

    private static void transfer(MongoClient client) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int from = random.nextInt(ACCOUNTS);
        int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            collection(client, "accounts").updateOne(session, Filters.eq("_id", from), Updates.inc("balance", -1));
            collection(client, "accounts").updateOne(session, Filters.eq("_id", to), Updates.inc("balance", 1));
            session.commitTransaction();
        } catch (MongoException e) {
            if (e.getCode() != WRITE_CONFLICT) {
                throw e;
            }
        }
    }

    /** One thread, two clients: the next link is written when the one before was answered. */
    private void link() {
        int n = links.get();
        collection(clients.get(n % clients.size()), "chain").insertOne(new Document("n", n));
        links.incrementAndGet();
    }

    private static void count(MongoClient client) {
        for (int i = 0; i < COUNTERS; i++) {
            collection(client, "counters").updateOne(Filters.eq("_id", i), Updates.inc("n", 1));
        }
    }

    private void batch(MongoClient client, int writer) {
        int batch = batches.get() * 2 + writer;
        List<Document> documents = new ArrayList<>();
        String name = writer + "-" + batch + "-" + ThreadLocalRandom.current().nextLong();
        for (int i = 0; i < BATCH; i++) {
            documents.add(new Document("batch", name).append("i", i));
        }
        collection(client, "batches").insertMany(documents, new InsertManyOptions().ordered(true));
        batches.incrementAndGet();
    }

    /** What has been answered by now. */
    Progress progress() {
        return new Progress(links.get(), batches.get());
    }

    /** Ends the writing; fails with what a client met. */
    void stop() throws InterruptedException {
        stopping.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(trouble.get()).as("what a client met").isNull();
    }

    /**
     * Holds a copy against what has to be true at every moment.
     *
     * @param before answered before the backup began: must be in it
     * @param after answered when it had ended: not more can be in it, but for what was under way
     */
    static void check(MongoClient client, Progress before, Progress after) {
        int sum = 0;
        int accounts = 0;
        for (Document account : collection(client, "accounts").find()) {
            sum += account.getInteger("balance");
            accounts++;
        }
        assertThat(accounts).isEqualTo(ACCOUNTS);
        assertThat(sum).as("money").isEqualTo(ACCOUNTS * BALANCE);

        int expected = 0;
        for (Document link : collection(client, "chain").find().sort(Sorts.ascending("n"))) {
            assertThat(link.getInteger("n")).as("a link of the chain").isEqualTo(expected);
            expected++;
        }
        assertThat(expected).as("links").isGreaterThanOrEqualTo(before.links);
        assertThat((long) expected).isLessThanOrEqualTo(after.links + 1L);

        int last = Integer.MAX_VALUE;
        int first = -1;
        for (Document counter : collection(client, "counters").find().sort(Sorts.ascending("_id"))) {
            int n = counter.getInteger("n");
            first = first < 0 ? n : first;
            assertThat(n).as("counter %s", counter.get("_id")).isLessThanOrEqualTo(last);
            last = n;
        }
        assertThat(first - last).as("the first counter and the last").isBetween(0, 1);

        Map<String, Integer> sizes = new HashMap<>();
        for (Document member : collection(client, "batches").find()) {
            sizes.merge(member.getString("batch"), 1, Integer::sum);
        }
        sizes.forEach((batch, size) -> assertThat(size).as("batch %s", batch).isEqualTo(BATCH));
        assertThat(sizes.size()).isGreaterThanOrEqualTo(before.batches);
    }

    /** Inserts into the numbered collection: no number comes twice within a shard, and counters are behind none. */
    static void checkNumbers(MongoClient client) {
        MongoCollection<Document> orders = collection(client, "orders").withReadConcern(ReadConcern.LOCAL);
        long highest = 0;
        for (Document order : orders.find()) {
            highest = Math.max(highest, Fields.number(order, "id"));
        }
        Document status = client.getDatabase("admin").runCommand(new Document("sequenceStatus", "moment.orders.id"));
        long last = 0;
        for (Document shard : status.getList("shards", Document.class)) {
            last = Math.max(last, Fields.number(shard, "last"));
        }
        assertThat(last).as("the highest counter").isGreaterThanOrEqualTo(highest);
        TreeSet<Object> ids = new TreeSet<>();
        for (int i = 0; i < 20; i++) {
            Document order = new Document("what", "after");
            orders.insertOne(order);
            ids.add(order.getObjectId("_id"));
        }
        assertThat(orders.countDocuments(Filters.and(Filters.in("_id", ids), Filters.gt("id", 0))))
                .isEqualTo(20);
    }

    @Override
    public void close() {
        stopping.set(true);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        clients.forEach(MongoClient::close);
    }
}
