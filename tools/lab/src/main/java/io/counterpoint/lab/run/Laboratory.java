package io.counterpoint.lab.run;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.counterpoint.lab.cluster.ConnectionUri;
import io.counterpoint.lab.cluster.LabCluster;
import io.counterpoint.lab.cluster.ShardFaults;
import io.counterpoint.lab.experiment.Experiment;
import io.counterpoint.lab.experiment.FaultPlan;
import io.counterpoint.lab.experiment.Operation;
import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.CounterSample;
import io.counterpoint.lab.history.FaultWindow;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.history.Outcome;
import io.counterpoint.lab.history.Traffic;
import io.counterpoint.lab.mode.NumberingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Runs one experiment on one cluster. The collection of the run lies in the database {@value #DATABASE} and replaces
 * the one of an earlier run of the same scenario and mode; it stays there afterwards, to be looked at. Blocks until
 * done.
 */
public final class Laboratory {
    /** Where all experiments keep their documents. */
    public static final String DATABASE = "counterpoint_lab";

    private static final int SAMPLE_MILLIS = 100;
    private static final int FAULT_POLL_MILLIS = 5;
    private static final String TIMEOUTS =
            "serverSelectionTimeoutMS=5000&connectTimeoutMS=3000&socketTimeoutMS=5000&retryWrites=false";

    private final Experiment experiment;
    private final LabCluster cluster;
    private final Progress progress;
    private final NumberingMode mode;
    private final String collection;
    private final CommandCount commands = new CommandCount();
    private final AtomicInteger attempted = new AtomicInteger();
    private final List<Attempt> attempts = Collections.synchronizedList(new ArrayList<>());
    private final List<FaultWindow> windows = Collections.synchronizedList(new ArrayList<>());
    private final List<CounterSample> samples = new ArrayList<>();
    private volatile boolean writing = true;
    private final long start;

    private Laboratory(Experiment experiment, LabCluster cluster, Progress progress) {
        this.experiment = experiment;
        this.cluster = cluster;
        this.progress = progress;
        this.mode = experiment.numbering().mode();
        this.collection = experiment.name().replace('-', '_') + "_" + mode.id();
        this.start = System.nanoTime();
    }

    /**
     * Runs it.
     *
     * @throws RefusedException when the cluster cannot do what the experiment asks for
     */
    public static Run run(Experiment experiment, LabCluster cluster, Progress progress) throws InterruptedException {
        return new Laboratory(experiment, cluster, progress).run();
    }

    private Run run() throws InterruptedException {
        requireFaults();
        Instant started = Instant.now();
        boolean complete;
        long numberCommands;
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "lab");
            thread.setDaemon(true);
            return thread;
        });
        CounterReader counters = new CounterReader(cluster, DATABASE + "." + collection + "." + Numberer.FIELD);
        try (MongoClient client = client()) {
            create(client.getDatabase(DATABASE));
            samples.add(counters.read(now()));
            Numberer numberer = new Numberer(client, DATABASE, collection, mode);
            List<Future<?>> others = List.of(threads.submit(() -> sample(counters)), threads.submit(this::harm));
            restore(numberer);
            List<Future<?>> writers = new ArrayList<>();
            long begin = now();
            for (int index = 0; index < experiment.clients(); index++) {
                int number = index;
                writers.add(threads.submit(() -> write(numberer, number, begin)));
            }
            awaitAll(writers);
            writing = false;
            awaitAll(others);
            samples.add(counters.read(now()));
            numberCommands = numberer.numberCommands();
            progress.event("Reading what every shard stores.");
            complete = audit();
        } finally {
            writing = false;
            threads.shutdownNow();
            counters.close();
        }
        Traffic traffic = new Traffic(commands.total(), numberCommands, Traffic.NOT_SAID, Traffic.NOT_SAID);
        List<String> shards = List.copyOf(cluster.shardUris().keySet());
        return new Run(
                experiment,
                cluster.description(),
                started,
                new History(shards, attempts, windows, samples, traffic),
                complete);
    }

    private MongoClient client() {
        return MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(ConnectionUri.with(cluster.routerUri(), TIMEOUTS))
                .applyToConnectionPoolSettings(pool -> pool.maxSize(experiment.clients() + 1))
                .addCommandListener(commands)
                .build());
    }

    private void requireFaults() {
        for (FaultPlan plan : experiment.faults()) {
            if (cluster.faults() == null) {
                throw new RefusedException("The fault " + plan.text() + " needs a cluster that the laboratory starts: "
                        + "nothing is done to the processes of one that runs already.");
            }
            if (!cluster.shardUris().containsKey(plan.shard())) {
                throw new RefusedException("The fault " + plan.text() + " names no shard of this cluster: "
                        + String.join(", ", cluster.shardUris().keySet()) + ".");
            }
        }
    }

    private void create(MongoDatabase database) {
        Document create = new Document("create", collection).append("shardKey", Spreading.shardKey(experiment.key()));
        if (mode == NumberingMode.PER_SHARD) {
            create.append("autoincrement", Numberer.FIELD);
        } else if (mode.where() == NumberingMode.Where.SHARD) {
            Document option = new Document("field", Numberer.FIELD).append("mode", mode.id());
            if (experiment.cache() != null) {
                option.append("cache", experiment.cache());
            }
            create.append("autoincrement", List.of(option));
        }
        try {
            database.getCollection(collection).drop();
            database.runCommand(create);
            if (mode.where() == NumberingMode.Where.CLIENT) {
                database.runCommand(new Document("createIndexes", collection)
                        .append(
                                "indexes",
                                List.of(new Document("key", new Document(Numberer.FIELD, 1))
                                        .append("name", Numberer.FIELD + "_1")
                                        .append("unique", true))));
                database.getCollection("lab_counters").deleteOne(new Document("_id", collection));
            }
        } catch (MongoCommandException e) {
            throw new RefusedException(
                    "The cluster refuses the collection of this experiment (mode " + mode.id() + "): "
                            + e.getErrorMessage(),
                    e);
        } catch (MongoException e) {
            throw new RefusedException("The cluster does not answer: " + e.getMessage(), e);
        }
    }

    /** One client, before all others, stores numbers of its own. */
    private void restore(Numberer numberer) {
        int restored = experiment.restored();
        for (int ordinal = 0; ordinal < restored; ordinal += experiment.batch()) {
            List<Document> documents = new ArrayList<>();
            for (int i = ordinal; i < Math.min(restored, ordinal + experiment.batch()); i++) {
                documents.add(
                        RunDocuments.of(experiment, experiment.clients(), i).append(Numberer.FIELD, (long) i + 1));
            }
            long now = now();
            record(
                    experiment.clients(),
                    ordinal,
                    documents.size(),
                    now,
                    now,
                    true,
                    numberer.insert(documents),
                    documents);
        }
    }

    private void write(Numberer numberer, int client, long beginNanos) {
        int documents = experiment.documents() - experiment.restored();
        int share = documents / experiment.clients() + (client < documents % experiment.clients() ? 1 : 0);
        int step = experiment.operation() == Operation.BULK ? experiment.batch() : 1;
        Arrivals arrivals = new Arrivals(
                RunDocuments.random(experiment.seed(), client, -1),
                experiment.rate() / experiment.clients() / step,
                beginNanos);
        for (int ordinal = 0; ordinal < share; ordinal += step) {
            long arrival = arrivals.next(now());
            if (!sleepUntil(arrival)) {
                return;
            }
            List<Document> batch = new ArrayList<>();
            for (int i = ordinal; i < Math.min(share, ordinal + step); i++) {
                batch.add(RunDocuments.of(experiment, client, i));
            }
            boolean explicit = every(experiment.explicitEvery(), ordinal);
            if (explicit) {
                batch.get(0).append(Numberer.FIELD, explicitNumber(client, ordinal));
            }
            long invoke = now();
            Answer answer;
            if (every(experiment.abortEvery(), ordinal)) {
                answer = numberer.insertAndAbort(batch.get(0));
            } else if (experiment.operation() == Operation.UPSERT) {
                answer = numberer.upsert(batch.get(0));
            } else {
                answer = numberer.insert(batch);
            }
            record(client, ordinal, batch.size(), arrival, invoke, explicit, answer, batch);
            if (experiment.operation() == Operation.UPSERT) {
                for (int again = 0; again < experiment.matching(); again++) {
                    numberer.upsert(RunDocuments.of(experiment, client, ordinal));
                }
            }
        }
    }

    private static boolean every(int period, int ordinal) {
        return period > 0 && (ordinal + 1) % period == 0;
    }

    /** Ahead of all before, and another one for each client and time. */
    private long explicitNumber(int client, int ordinal) {
        int times = (ordinal + 1) / experiment.explicitEvery();
        return ((long) times * experiment.clients() + client) * experiment.explicitAhead();
    }

    private void record(
            int client,
            int ordinal,
            int count,
            long arrival,
            long invoke,
            boolean explicit,
            Answer answer,
            List<Document> documents) {
        long returned = now();
        for (int i = 0; i < count; i++) {
            boolean good = i < answer.failedFrom();
            Long told = answer.numbers().get(i);
            if (told == null && good && explicit && documents.get(i).get(Numberer.FIELD) instanceof Number number) {
                told = number.longValue();
            }
            attempts.add(new Attempt(
                    client,
                    ordinal + i,
                    "router",
                    null,
                    arrival,
                    invoke,
                    returned,
                    good ? Outcome.OK : answer.outcome(),
                    told,
                    null,
                    explicit,
                    -1,
                    good ? null : answer.cause()));
        }
        progress.attempts(attempted.addAndGet(count), experiment.documents());
    }

    private void sample(CounterReader counters) {
        while (writing) {
            samples.add(counters.read(now()));
            if (!sleepUntil(now() + TimeUnit.MILLISECONDS.toNanos(SAMPLE_MILLIS))) {
                return;
            }
        }
    }

    /** Begins and mends the faults; when the writers are done, everything is mended. */
    private void harm() {
        ShardFaults faults = cluster.faults();
        for (FaultPlan plan : experiment.faults()) {
            if (faults == null || !awaitShare(plan.fromPercent())) {
                return;
            }
            progress.event(plan.kind() + " " + plan.shard());
            long from = now();
            faults.begin(plan.kind(), plan.shard());
            awaitShare(plan.toPercent());
            faults.end(plan.kind(), plan.shard());
            windows.add(new FaultWindow(plan.kind(), plan.shard(), from, now()));
            progress.event(plan.shard() + " answers again");
        }
    }

    /** Waits until so much has been attempted; false when the writers are done before. */
    private boolean awaitShare(int percent) {
        while (attempted.get() < (long) experiment.documents() * percent / 100) {
            if (!writing || !sleepUntil(now() + TimeUnit.MILLISECONDS.toNanos(FAULT_POLL_MILLIS))) {
                return false;
            }
        }
        return true;
    }

    /** Finds every attempt's document on its shard, past the router. */
    private boolean audit() {
        Map<Long, Integer> indexByName = new HashMap<>();
        for (int i = 0; i < attempts.size(); i++) {
            indexByName.put(name(attempts.get(i).client(), attempts.get(i).ordinal()), i);
        }
        boolean complete = true;
        for (Map.Entry<String, String> shard : new TreeMap<>(cluster.shardUris()).entrySet()) {
            try (MongoClient direct = CounterReader.direct(shard.getValue())) {
                long position = 0;
                for (Document found : direct.getDatabase(DATABASE)
                        .getCollection(collection)
                        .find()
                        .projection(new Document("c", 1).append("n", 1).append(Numberer.FIELD, 1))) {
                    Integer index = indexByName.get(name(found.getInteger("c"), found.getInteger("n")));
                    if (index == null) {
                        throw new IllegalStateException("a document that nobody wrote: " + found);
                    }
                    Number number = (Number) found.get(Numberer.FIELD);
                    attempts.set(
                            index,
                            attempts.get(index)
                                    .found(shard.getKey(), number == null ? null : number.longValue(), position++));
                }
            } catch (MongoException e) {
                progress.event(shard.getKey() + " cannot be read: " + e.getMessage());
                complete = false;
            }
        }
        return complete;
    }

    private static long name(int client, int ordinal) {
        return ((long) client << Integer.SIZE) | ordinal;
    }

    private long now() {
        return System.nanoTime() - start;
    }

    /** False when the thread is told to stop. */
    private boolean sleepUntil(long nanos) {
        try {
            long left = nanos - now();
            if (left > 0) {
                TimeUnit.NANOSECONDS.sleep(left);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void awaitAll(List<Future<?>> tasks) throws InterruptedException {
        for (Future<?> task : tasks) {
            try {
                task.get();
            } catch (ExecutionException e) {
                @Nullable Throwable cause = e.getCause();
                if (cause instanceof RuntimeException failure) {
                    throw failure;
                }
                throw new IllegalStateException("a task of the run failed", e);
            }
        }
    }
}
