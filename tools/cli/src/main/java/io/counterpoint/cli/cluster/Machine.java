package io.counterpoint.cli.cluster;

import io.counterpoint.base.Environment;
import io.counterpoint.base.metric.Metrics;
import io.counterpoint.base.random.SystemRandom;
import io.counterpoint.base.time.SystemClock;
import io.counterpoint.base.time.ThreadTimers;
import io.counterpoint.shard.ShardResources;
import io.counterpoint.shard.storage.RocksMemory;
import io.counterpoint.wire.server.EventLoops;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the processes of this JVM take from the machine: its clock, its randomness, threads, memory, and the registry
 * that all their metrics end up in. Closed after everything that uses it.
 */
final class Machine implements AutoCloseable {
    /** With a single core a connection that computes would leave nobody to accept the next one. */
    private static final int LOOP_THREADS_MIN = 2;

    private static final long POOL_CLOSE_SECONDS_MAX = 5;

    static {
        // Netty reads the limit when the first loop is made; a command that only asks pays nothing for it.
        MachineMemory.ofThisMachine().limitNetworkBuffers();
    }

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ThreadTimers timers = new ThreadTimers("timers");
    private final List<Metrics> measured = new CopyOnWriteArrayList<>();
    private final List<ExecutorService> pools = new ArrayList<>();
    private final EventLoops loops =
            new EventLoops(Math.max(LOOP_THREADS_MIN, Runtime.getRuntime().availableProcessors()), "loop");

    Machine() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
    }

    /**
     * The world of one process. Its metrics carry its name, since several processes of this JVM measure the same
     * things.
     *
     * @param process a shard's name, or {@code router}
     */
    Environment environmentOf(String process) {
        CompositeMeterRegistry own = new CompositeMeterRegistry();
        own.config().commonTags("process", process);
        own.add(registry);
        Metrics metrics = new Metrics(own);
        measured.add(metrics);
        ExecutorService workers = pool(Executors.newCachedThreadPool(daemons(process + " worker")));
        return Environment.of(new SystemClock(), timers, new SystemRandom(), workers, metrics);
    }

    EventLoops loops() {
        return loops;
    }

    /** All metrics in the text format of Prometheus. */
    String metrics() {
        measured.forEach(Metrics::refresh);
        return registry.scrape();
    }

    /**
     * What one more shard needs.
     *
     * @param memory shared by all shards of this JVM, closed by the caller after them
     */
    ShardResources forShard(String name, RocksMemory memory) {
        ExecutorService syncer = pool(Executors.newSingleThreadExecutor(daemons(name + " sync")));
        return new ShardResources(environmentOf(name), loops, memory, syncer);
    }

    private synchronized ExecutorService pool(ExecutorService pool) {
        pools.add(pool);
        return pool;
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + " " + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public synchronized void close() {
        loops.close();
        timers.close();
        pools.forEach(ExecutorService::shutdown);
        pools.forEach(Machine::await);
        registry.close();
    }

    private static void await(ExecutorService pool) {
        try {
            if (!pool.awaitTermination(POOL_CLOSE_SECONDS_MAX, TimeUnit.SECONDS)) {
                pool.shutdownNow();
            }
        } catch (InterruptedException e) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
