package io.counterpoint.shard.txn;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.time.Clock;
import io.counterpoint.base.time.ClusterClock;
import io.counterpoint.base.time.Timers;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.loop.Submission;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.loop.WriteLoop;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.Store;
import io.counterpoint.wire.session.TransactionKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * States of this shard at given cluster times. Cuts of several shards at one time fit together: what a client had heard
 * of when it wrote is in all of them if its own write is, and a transaction over several shards is in all or in none.
 *
 * <p>Each batch gets a time when it is written, later than all the shard has heard of. A cut at a time can be taken as
 * long as no later batch was written: what is there is what was written by then, and the clock is set forward so that
 * all that follows comes later. A transaction over several shards has the highest time of its prepares, which may be
 * earlier than a cut that finds it prepared: the cut waits for its outcome and takes its changes in.
 *
 * <p>Decision 0011. Methods that say so run inside the write loop; the others on any thread.
 */
public final class ClusterCuts {
    /** How long a cut is kept at least, as MongoDB's {@code minSnapshotHistoryWindowInSeconds}. */
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(300);

    /** Cuts hold back what the store can forget: more of them, and the oldest go early. */
    private static final int KEPT_COUNT_MAX = 1_000;

    private static final long SWEEP_MILLIS = 10_000;

    private static final long RESERVED_SECONDS = 10;
    private static final byte[] CLOCK = "clock".getBytes(StandardCharsets.US_ASCII);

    private static final class Part {
        private final OverlayView changes;
        private final long prepareTime;
        /** 0 while it is not known, or for an abort. */
        private long commitTime;

        Part(OverlayView changes, long prepareTime) {
            this.changes = changes;
            this.prepareTime = prepareTime;
        }
    }

    private final Store store;
    private final WriteLoop loop;
    private final ClusterClock clusterClock;
    private final Clock clock;
    private final Timers timers;

    /** Changed inside the loop only; read by whoever opens a cut. */
    private final ConcurrentSkipListMap<Long, ClusterCut> byTime = new ConcurrentSkipListMap<>(Long::compareUnsigned);

    // Below: only inside the loop.
    private final Map<TransactionKey, Part> prepared = new HashMap<>();
    private long lastWritten;
    private long reserved;
    private boolean sweeping;

    /** No cuts yet. Gives every batch of the loop its time from now on. */
    public ClusterCuts(Store store, WriteLoop loop, ClusterClock clusterClock, Clock clock, Timers timers) {
        this.store = store;
        this.loop = loop;
        this.clusterClock = clusterClock;
        this.clock = clock;
        this.timers = timers;
        byte[] stored = store.get(ColumnFamily.META, CLOCK);
        if (stored != null) {
            // Batches of the run before may have had any time up to this one.
            lastWritten = ByteBuffer.wrap(stored).getLong();
            clusterClock.witness(lastWritten);
        }
        loop.beforeBatch(this::stamp);
        loop.onLostState(() -> reserved = 0);
    }

    /** Gives a batch its time. Times that a crash must not repeat are reserved ahead, so that few batches say so. */
    private void stamp(OverlayView batch) {
        lastWritten = clusterClock.tick();
        if (ClusterClock.isAfter(lastWritten, reserved)) {
            reserved = ClusterClock.plusSeconds(lastWritten, RESERVED_SECONDS);
            byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(reserved).array();
            batch.put(ColumnFamily.META, CLOCK, value);
        }
    }

    /**
     * Makes sure that there is a cut at a time. Repeating it is harmless.
     *
     * @param time 0 for now
     * @return its time, once it can be opened; fails with SnapshotUnavailable (246) when this shard has written
     *     something later and kept no cut
     */
    public CompletableFuture<Long> keep(long time, Submission submission) {
        return loop.submit(this::cut, time, submission.unsynced())
                .thenCompose(ClusterCut::complete)
                .thenApply(ClusterCut::time);
    }

    private ClusterCut cut(WriteContext context, long time) {
        if (time == 0) {
            return cut(context, clusterClock.tick());
        }
        clusterClock.witness(time);
        ClusterCut present = byTime.get(time);
        if (present != null) {
            return present;
        }
        if (ClusterClock.isAfter(lastWritten, time)) {
            throw unavailable();
        }
        ClusterCut cut = new ClusterCut(
                time, context.writtenCatalog(), store.snapshot(), prepared.keySet(), clock.nanos() + KEPT_NANOS);
        byTime.put(time, cut);
        if (byTime.size() > KEPT_COUNT_MAX) {
            drop(byTime.firstKey());
        }
        scheduleSweep();
        return cut;
    }

    /** Lets go of a cut that nobody will ask for any more; those who read it go on. */
    public void forget(long time) {
        var unused = loop.submit(
                (context, forgotten) -> {
                    drop(forgotten);
                    return true;
                },
                time,
                Submission.durable(Runnable::run).unsynced());
    }

    private void drop(Long time) {
        ClusterCut cut = byTime.remove(time);
        if (cut != null) {
            cut.complete().completeExceptionally(unavailable());
            cut.release();
        }
    }

    /**
     * Opens a cut that is there.
     *
     * @return catalog and data; whoever opened it closes the snapshot
     * @throws CommandException SnapshotUnavailable (246) when it is not kept any more
     */
    public CurrentCatalog.View open(long time) {
        ClusterCut cut = byTime.get(time);
        CurrentCatalog.@Nullable View view = cut == null || !cut.complete().isDone() ? null : cut.share();
        if (view == null) {
            throw unavailable();
        }
        return view;
    }

    private static CommandException unavailable() {
        return new CommandException(
                ErrorCode.SNAPSHOT_UNAVAILABLE,
                "Unable to read from a snapshot at that time: something was written later, and no snapshot of it is kept");
    }

    /**
     * Notes a transaction that is being prepared, or was when the process ended. Inside the loop.
     *
     * @param changes as they are committed, if they are
     * @param recoveredTime the time of its prepare; 0 for one that happens now
     * @return the time of its prepare
     */
    long prepared(TransactionKey key, OverlayView changes, long recoveredTime) {
        Part present = prepared.get(key);
        if (present != null) {
            return present.prepareTime;
        }
        clusterClock.witness(recoveredTime);
        long time = recoveredTime == 0 ? clusterClock.tick() : recoveredTime;
        prepared.put(key, new Part(changes, time));
        return time;
    }

    /**
     * Notes when a prepared transaction was committed. Inside the loop.
     *
     * @param commitTime 0 when nobody knows it any more, since the other shards have long carried it out
     */
    void decided(TransactionKey key, long commitTime) {
        clusterClock.witness(commitTime);
        Part part = prepared.get(key);
        if (part != null) {
            part.commitTime = commitTime == 0 ? part.prepareTime : commitTime;
        }
    }

    /** Takes a commit back: the batch could not be written. Inside the loop. */
    void undecided(TransactionKey key) {
        Part part = prepared.get(key);
        if (part != null) {
            part.commitTime = 0;
        }
    }

    /** Tells the cuts that wait for a transaction how it ended; its changes are still there. Inside the loop. */
    void ended(TransactionKey key) {
        Part part = prepared.remove(key);
        if (part == null) {
            return;
        }
        for (ClusterCut cut : byTime.values()) {
            boolean within = part.commitTime != 0 && !ClusterClock.isAfter(part.commitTime, cut.time());
            cut.ended(key, within ? part.changes : null);
        }
    }

    /** Lets go of all cuts. Inside the loop. */
    void close() {
        byTime.keySet().forEach(this::drop);
    }

    private void scheduleSweep() {
        if (!sweeping) {
            sweeping = true;
            timers.schedule(SWEEP_MILLIS, () -> {
                var unused = loop.submit(
                        this::sweep, "", Submission.durable(Runnable::run).unsynced());
            });
        }
    }

    private boolean sweep(WriteContext context, String nothing) {
        long now = clock.nanos();
        sweeping = false;
        byTime.forEach((time, cut) -> {
            if (now - cut.untilNanos() > 0) {
                drop(time);
            }
        });
        if (!byTime.isEmpty()) {
            scheduleSweep();
        }
        return true;
    }
}
