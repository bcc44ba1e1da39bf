package io.counterpoint.bench.part;

import io.counterpoint.base.metric.Metrics;
import io.counterpoint.base.time.SystemClock;
import io.counterpoint.base.time.ThreadTimers;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.loop.Durability;
import io.counterpoint.shard.loop.Submission;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.loop.WriteLoop;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.MemoryStore;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One small command from its submission to its answer, over a store in memory: what the loop itself costs, without a
 * disk.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class WriteLoopBenchmark {
    /** Keys come again, so that the store keeps its size. */
    private static final int KEYS = 10_000;

    private final MemoryStore store = new MemoryStore();
    private final ExecutorService workers = Executors.newSingleThreadExecutor();
    private final ExecutorService syncer = Executors.newSingleThreadExecutor();
    private final ThreadTimers timers = new ThreadTimers("timers");
    private final WriteLoop loop = new WriteLoop(
            store, new CurrentCatalog(Catalog.EMPTY), workers, syncer, new SystemClock(), timers, Metrics.inMemory());
    private final Submission written = new Submission(Durability.WRITTEN, Runnable::run, Long.MAX_VALUE, false);
    private final Submission synced = Submission.durable(Runnable::run);
    private final byte[] value = BsonBytes.encode(SampleDocuments.order(1));

    /** Puts all keys there once. */
    @Setup
    public void fill() {
        for (int i = 0; i < KEYS; i++) {
            loop.submit(this::put, i, synced).join();
        }
    }

    /** Ends the threads. */
    @TearDown
    public void stop() {
        workers.shutdownNow();
        syncer.shutdownNow();
        timers.close();
    }

    private boolean put(WriteContext context, int number) {
        context.view()
                .put(
                        ColumnFamily.DOCUMENTS,
                        ByteBuffer.allocate(Integer.BYTES).putInt(number).array(),
                        value);
        return true;
    }

    private static int anyKey() {
        return ThreadLocalRandom.current().nextInt(KEYS);
    }

    /** One client, answered once the batch is written. */
    @Benchmark
    public boolean written() {
        // The store keeps every state since its last sync.
        store.sync();
        return loop.submit(this::put, anyKey(), written).join();
    }

    /** One client, answered after the sync. */
    @Benchmark
    public boolean synced() {
        return loop.submit(this::put, anyKey(), synced).join();
    }

    /** Eight clients that share groups and syncs. */
    @Benchmark
    @Threads(8)
    public boolean syncedByEight() {
        return loop.submit(this::put, anyKey(), synced).join();
    }
}
