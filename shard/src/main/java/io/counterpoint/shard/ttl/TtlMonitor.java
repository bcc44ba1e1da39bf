package io.counterpoint.shard.ttl;

import io.counterpoint.base.Environment;
import io.counterpoint.base.time.Timers;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.collection.ExpiryHandler;
import io.counterpoint.shard.collection.ExpiryWrite;
import io.counterpoint.shard.loop.Durability;
import io.counterpoint.shard.loop.Submission;
import io.counterpoint.shard.loop.WriteLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes expired documents, every minute unless told otherwise. A pass visits every index with
 * {@code expireAfterSeconds}; what it finds is removed in batches, so that other writes wait for one batch at most.
 * After so many documents of one index the others have their turn, and the pass goes round again until nothing is left.
 *
 * <p>What was removed and not yet synced when the power fails is removed again in a later pass. Any thread.
 *
 * <p>Source: MongoDB manual, "TTL Indexes" and, for the numbers, "serverStatus".
 */
public final class TtlMonitor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TtlMonitor.class);

    /** Seconds between two passes unless {@code ttlMonitorSleepSecs} says otherwise. */
    public static final int SLEEP_SECONDS = 60;

    /** Documents removed by one command of the write loop: a few milliseconds. */
    private static final int BATCH_COUNT = 500;

    /** MongoDB's {@code ttlIndexDeleteTargetDocs}. */
    private static final int INDEX_TURN_COUNT = 50_000;

    /** How long a batch waits for a transaction that holds one of its documents; the next pass tries again. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private final CurrentCatalog catalog;
    private final WriteLoop loop;
    private final ExpiryHandler handler;
    private final Environment environment;
    private final AtomicLong passes = new AtomicLong();
    private final AtomicLong subPasses = new AtomicLong();
    private final AtomicLong deletedDocuments = new AtomicLong();

    // Guarded by this.
    private int sleepSeconds = SLEEP_SECONDS;
    private boolean passing;
    private boolean closed;
    private Timers.@Nullable Cancellable next;

    /** A monitor that does nothing before {@link #start}. */
    public TtlMonitor(CurrentCatalog catalog, WriteLoop loop, ExpiryHandler handler, Environment environment) {
        this.catalog = catalog;
        this.loop = loop;
        this.handler = handler;
        this.environment = environment;
    }

    /** Begins to watch: the first pass comes after one sleep. */
    public synchronized void start() {
        schedule();
    }

    /** Seconds between the end of a pass and the begin of the next. */
    public synchronized int sleepSeconds() {
        return sleepSeconds;
    }

    /**
     * Changes the sleep between passes; the one that has begun starts anew.
     *
     * @param seconds 1 or more
     */
    public synchronized void sleepSeconds(int seconds) {
        sleepSeconds = seconds;
        schedule();
    }

    /** As {@code serverStatus.metrics.ttl} shows it. */
    public BsonDocument metrics() {
        return new BsonDocument("deletedDocuments", new BsonInt64(deletedDocuments.get()))
                .append("passes", new BsonInt64(passes.get()))
                .append("subPasses", new BsonInt64(subPasses.get()));
    }

    private synchronized void schedule() {
        if (next != null) {
            next.cancel();
            next = null;
        }
        if (!closed && !passing) {
            next = environment.timers().schedule(sleepSeconds * 1_000L, this::beginPass);
        }
    }

    private void beginPass() {
        synchronized (this) {
            if (closed || passing) {
                return;
            }
            passing = true;
        }
        CompletableFuture<Void> unused = subPass().whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.error("expired documents could not be removed", failure);
            }
            passes.incrementAndGet();
            synchronized (this) {
                passing = false;
            }
            schedule();
        });
    }

    /** An index that removes documents. */
    private record Watched(UUID collection, int indexId, String name) {}

    /** Visits every index once, and again those that were not done when their turn was over. */
    private CompletableFuture<Void> subPass() {
        List<Watched> watched = new ArrayList<>();
        for (CollectionDescription collection : catalog.get().all()) {
            for (IndexDescription index : collection.indexes()) {
                if (index.expireAfterSeconds() != null && !index.building()) {
                    watched.add(
                            new Watched(collection.uuid(), index.id(), collection.namespace() + "." + index.name()));
                }
            }
        }
        CompletableFuture<Boolean> unfinished = CompletableFuture.completedFuture(false);
        for (Watched index : watched) {
            unfinished = unfinished.thenCompose(before -> turn(index, 0).thenApply(more -> before || more));
        }
        return unfinished.thenCompose(again -> {
            subPasses.incrementAndGet();
            return again && !isClosed() ? subPass() : CompletableFuture.completedFuture(null);
        });
    }

    /** Removes batch by batch; true when the turn ended before the index was done. */
    private CompletableFuture<Boolean> turn(Watched index, int removed) {
        if (removed >= INDEX_TURN_COUNT || isClosed()) {
            return CompletableFuture.completedFuture(true);
        }
        ExpiryWrite write = new ExpiryWrite(
                index.collection, index.indexId, environment.clock().millis(), BATCH_COUNT);
        Submission submission = new Submission(
                Durability.WRITTEN, environment.workers(), environment.clock().nanos() + PATIENCE_NANOS, true);
        return loop.submit(handler, write, submission)
                .exceptionally(refused -> {
                    LOG.warn("documents of a TTL index could not be removed: index={}", index.name, refused);
                    return 0;
                })
                .thenCompose(count -> {
                    deletedDocuments.addAndGet(count);
                    return count == BATCH_COUNT
                            ? turn(index, removed + count)
                            : CompletableFuture.completedFuture(false);
                });
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Begins no further batch. */
    @Override
    public synchronized void close() {
        closed = true;
        schedule();
    }
}
