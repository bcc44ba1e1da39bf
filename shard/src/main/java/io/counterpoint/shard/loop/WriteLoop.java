package io.counterpoint.shard.loop;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.metric.Metrics;
import io.counterpoint.base.time.Clock;
import io.counterpoint.base.time.Timers;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StorageException;
import io.counterpoint.shard.storage.Store;
import io.counterpoint.shard.storage.StoreBatch;
import io.micrometer.core.instrument.DistributionSummary;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one writer of a shard.
 *
 * <p>Commands run one after another in the order of arrival. Those that were waiting when a run began form a group:
 * each is executed against the same overlay, so it sees what those before it did; one that fails is undone alone. Then
 * the whole group is written as one batch and handed to the syncer. So the cost of a write to the log is shared under
 * load, and nothing is shared or delayed when little is going on.
 *
 * <p>There is no thread of its own: whoever finds the loop idle lets its own event loop run it, once that has read what
 * all its connections sent; those who come meanwhile leave their command in the queue. That saves two hand-overs
 * between threads per write, which cost more than the write, and makes groups of what arrived together. A runner goes
 * on for a few groups and then passes the loop to the worker pool, so that an event loop is never captured; heavy
 * commands always run there.
 *
 * <p>Any thread may submit.
 */
public final class WriteLoop {
    private static final Logger LOG = LoggerFactory.getLogger(WriteLoop.class);

    /** Commands in one group at most: bounds the size of a batch and the time until the first answer. */
    private static final int GROUP_COUNT_MAX = 256;

    /** Groups that a submitting thread runs before it passes the loop on. */
    private static final int GROUPS_PER_RUN_MAX = 4;

    private final Store store;
    private final Executor workers;
    private final Clock clock;
    private final Timers timers;
    private final Syncer syncer;
    private final DistributionSummary groupSizes;
    private final ConcurrentLinkedQueue<PendingWrite<?, ?>> queue = new ConcurrentLinkedQueue<>();
    /** Number of wake-ups since the loop was idle; 0 means idle. Whoever lifts it from 0 runs the loop. */
    private final AtomicInteger wakeUps = new AtomicInteger();

    private final CurrentCatalog catalog;
    private volatile @Nullable StorageException broken;

    // Below: only inside the loop.
    private final KeyTable keys = new KeyTable();
    private final OverlayView overlay;
    private final WriteContext context;
    private final ArrayDeque<PendingWrite<?, ?>> resumed = new ArrayDeque<>();
    private final List<Runnable> afterWrite = new ArrayList<>();
    private final List<Runnable> ifNotWritten = new ArrayList<>();
    private final List<Runnable> onLostState = new ArrayList<>();
    /** Asked for by the command that runs, or ran last: told once the loop stands still behind its group. */
    private @Nullable Runnable onHeld;

    private Consumer<OverlayView> beforeBatch = changes -> {};

    /**
     * Creates an idle loop over a store nobody else writes to.
     *
     * @param catalog the collections as stored; changed by this loop only from now on
     * @param workers runs heavy commands
     * @param syncExecutor runs one sync at a time and may block for the disk
     */
    public WriteLoop(
            Store store,
            CurrentCatalog catalog,
            Executor workers,
            Executor syncExecutor,
            Clock clock,
            Timers timers,
            Metrics metrics) {
        this.store = store;
        this.catalog = catalog;
        this.workers = workers;
        this.clock = clock;
        this.timers = timers;
        this.syncer = new Syncer(
                store, syncExecutor, clock, metrics.latency("counterpoint.shard.sync.duration"), this::markBroken);
        this.overlay = OverlayView.ofOnlyWriter(store);
        this.context = new WriteContext(this, overlay, catalog.get());
        this.groupSizes = DistributionSummary.builder("counterpoint.shard.write.group.commands")
                .description("commands that shared one write to the log")
                .register(metrics.registry());
        metrics.gauge("counterpoint.shard.write.queue.commands", queue::size);
    }

    /**
     * Hands in a command.
     *
     * @return completes on {@link Submission#replyOn()} with the outcome, or exceptionally with the
     *     {@link CommandException} of a refusal or the {@link StorageException} of a disk that refused
     */
    public <C, R> CompletableFuture<R> submit(WriteHandler<C, R> handler, C command, Submission submission) {
        PendingWrite<C, R> write = new PendingWrite<>(handler, command, submission);
        queue.add(write);
        if (wakeUps.getAndIncrement() == 0) {
            start(submission);
        }
        return write.future();
    }

    private void start(Submission first) {
        if (first.heavy()) {
            workers.execute(this::runOnWorker);
            return;
        }
        try {
            first.replyOn().execute(() -> run(GROUPS_PER_RUN_MAX));
        } catch (RejectedExecutionException stopping) {
            // Its connection is gone, and with it whoever waits; the command is carried out all the same.
            workers.execute(this::runOnWorker);
        }
    }

    /** The reason why the shard stopped taking writes; null while it takes them. */
    public @Nullable StorageException broken() {
        return broken;
    }

    /**
     * Registers what drops values that were cached from changes which a failing command or batch took back. Called
     * inside the loop, before the next command.
     */
    public void onLostState(Runnable forget) {
        onLostState.add(forget);
    }

    /**
     * Sets what runs before each batch that changes something is written: where its moment gets a time. It runs inside
     * the loop and may add changes; set before the first command.
     */
    public void beforeBatch(Consumer<OverlayView> action) {
        beforeBatch = action;
    }

    Catalog writtenCatalog() {
        return catalog.get();
    }

    KeyTable keys() {
        return keys;
    }

    void forgetCached() {
        onLostState.forEach(Runnable::run);
    }

    void afterWrite(Runnable action) {
        afterWrite.add(action);
    }

    void ifNotWritten(Runnable action) {
        ifNotWritten.add(action);
    }

    void hold(Runnable held) {
        onHeld = held;
    }

    /**
     * Lets the loop go on that a command has stopped by {@link WriteContext#hold}. Called once for each such stop,
     * after it was told; any thread.
     */
    public void resume() {
        workers.execute(this::runOnWorker);
    }

    void release(KeyOwner owner) {
        keys.release(owner);
        resumed.addAll(owner.waiting());
        owner.waiting().clear();
    }

    private void runOnWorker() {
        run(Integer.MAX_VALUE);
    }

    /** Runs groups until nothing is left, or passes the loop on after some. Called only by whoever holds the loop. */
    private void run(int groupsMax) {
        int seen = wakeUps.get();
        int groups = 0;
        for (; ; ) {
            while (!resumed.isEmpty() || !queue.isEmpty()) {
                PendingWrite<?, ?> next = resumed.isEmpty() ? queue.peek() : resumed.peek();
                boolean passOn = groups == groupsMax || (groupsMax != Integer.MAX_VALUE && next != null && heavy(next));
                if (passOn) {
                    workers.execute(this::runOnWorker);
                    return;
                }
                runGroup(groupsMax != Integer.MAX_VALUE);
                groups++;
                Runnable held = onHeld;
                if (held != null) {
                    onHeld = null;
                    // The loop counts as running, so nobody else starts it before it is resumed.
                    held.run();
                    return;
                }
            }
            int left = wakeUps.addAndGet(-seen);
            if (left == 0) {
                return;
            }
            seen = left;
        }
    }

    private static boolean heavy(PendingWrite<?, ?> write) {
        return write.submission().heavy();
    }

    private void runGroup(boolean lightOnly) {
        List<PendingWrite<?, ?>> group = new ArrayList<>();
        for (int taken = 0; taken < GROUP_COUNT_MAX; taken++) {
            ArrayDeque<PendingWrite<?, ?>> front = resumed;
            PendingWrite<?, ?> write = front.isEmpty() ? queue.peek() : front.peek();
            if (write == null || (lightOnly && heavy(write))) {
                break;
            }
            if (front.isEmpty()) {
                queue.poll();
            } else {
                front.poll();
            }
            if (runOne(write)) {
                group.add(write);
            }
            if (onHeld != null) {
                break;
            }
        }
        groupSizes.record(group.size());
        writeGroup(group);
    }

    /** The monotonic clock. */
    long nanos() {
        return clock.nanos();
    }

    /** Runs one command; false when it was parked and has no outcome yet. */
    private boolean runOne(PendingWrite<?, ?> write) {
        if (broken != null) {
            write.fail(broken);
            return true;
        }
        if (write.expired()) {
            write.fail(new CommandException(ErrorCode.MAX_TIME_MS_EXPIRED, "operation exceeded time limit"));
            return true;
        }
        Mark before = new Mark(overlay.mark(), context.catalog(), afterWrite.size(), ifNotWritten.size());
        context.limit(write.submission());
        try {
            write.run(context);
            return true;
        } catch (KeyHeldSignal held) {
            undo(before);
            KeyOwner owner = context.owner();
            if (owner != null) {
                release(owner);
            }
            park(write, held.holder());
            return false;
        } catch (CommandException refused) {
            undo(before);
            write.fail(refused);
            return true;
        } catch (RuntimeException | Error unexpected) {
            undo(before);
            LOG.error("a write command failed", unexpected);
            write.fail(unexpected);
            return true;
        } finally {
            context.leave();
        }
    }

    /** Where a command began, so that it can be taken back. */
    private record Mark(int overlay, Catalog catalog, int afterWrite, int ifNotWritten) {}

    private void undo(Mark before) {
        overlay.rollback(before.overlay);
        context.replaceCatalog(before.catalog);
        afterWrite.subList(before.afterWrite, afterWrite.size()).clear();
        ifNotWritten.subList(before.ifNotWritten, ifNotWritten.size()).clear();
        forgetCached();
    }

    private void park(PendingWrite<?, ?> write, KeyOwner holder) {
        holder.waiting().add(write);
        long deadlineNanos = write.submission().deadlineNanos();
        if (deadlineNanos != Long.MAX_VALUE) {
            long delayMillis = Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - clock.nanos()));
            timers.schedule(delayMillis, () -> expire(write, holder));
        }
    }

    private void expire(PendingWrite<?, ?> write, KeyOwner holder) {
        // Whoever waits for the command gets the answer; nobody waits for this one.
        var unused = submit(this::expireParked, new Expiry(write, holder), submissionOnTimer());
    }

    private Submission submissionOnTimer() {
        return new Submission(Durability.WRITTEN, Runnable::run, Long.MAX_VALUE, false);
    }

    private boolean expireParked(WriteContext unused, Expiry expiry) {
        if (!expiry.holder.waiting().remove(expiry.write)) {
            return false;
        }
        expiry.write.expire();
        resumed.add(expiry.write);
        return true;
    }

    private void writeGroup(List<PendingWrite<?, ?>> group) {
        try {
            if (!overlay.isEmpty()) {
                beforeBatch.accept(overlay);
                writeOverlay();
            }
        } catch (StorageException refused) {
            LOG.error("a batch could not be written", refused);
            overlay.rollback(0);
            overlay.clear();
            context.replaceCatalog(catalog.get());
            afterWrite.clear();
            forgetCached();
            take(ifNotWritten).forEach(Runnable::run);
            group.forEach(write -> write.fail(refused));
            Syncer.release(group);
            return;
        }
        ifNotWritten.clear();
        runAfterWrite();
        handOver(group);
    }

    private void runAfterWrite() {
        for (Runnable action : take(afterWrite)) {
            try {
                action.run();
            } catch (StorageException refused) {
                // The group is written, and its answers say so. What is left over is removed at the next start.
                LOG.error("what was to follow a batch could not be done", refused);
            }
        }
    }

    private static List<Runnable> take(List<Runnable> actions) {
        List<Runnable> taken = List.copyOf(actions);
        actions.clear();
        return taken;
    }

    private void writeOverlay() {
        StoreBatch batch = store.newBatch();
        overlay.addTo(batch);
        Catalog changed = context.catalog();
        if (changed == catalog.get()) {
            store.write(batch);
        } else {
            catalog.change(changed, () -> store.write(batch));
        }
        overlay.clear();
    }

    private void handOver(List<PendingWrite<?, ?>> group) {
        List<PendingWrite<?, ?>> synced = new ArrayList<>(group.size());
        List<PendingWrite<?, ?>> written = new ArrayList<>();
        for (PendingWrite<?, ?> write : group) {
            (write.submission().durability() == Durability.SYNCED ? synced : written).add(write);
        }
        if (!written.isEmpty()) {
            Syncer.release(written);
        }
        if (!synced.isEmpty()) {
            syncer.add(synced);
        }
    }

    private void markBroken(StorageException reason) {
        LOG.error("the log could not be synced; this shard takes no more writes", reason);
        broken = reason;
    }

    private record Expiry(PendingWrite<?, ?> write, KeyOwner holder) {}
}
