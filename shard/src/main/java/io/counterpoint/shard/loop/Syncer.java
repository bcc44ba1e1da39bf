package io.counterpoint.shard.loop;

import io.counterpoint.base.time.Clock;
import io.counterpoint.shard.storage.StorageException;
import io.counterpoint.shard.storage.Store;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Makes written batches durable in groups and then releases their answers. While one sync is under way, what arrives
 * gathers and shares the next one; nothing waits for company.
 *
 * <p>A sync that fails leaves the log in an unknown state, so its answers and all later ones fail: the shard must not
 * promise anything any more.
 */
final class Syncer {
    private final Store store;
    private final Executor executor;
    private final Clock clock;
    private final Timer duration;
    private final Consumer<StorageException> onBroken;
    private final Object lock = new Object();
    private List<PendingWrite<?, ?>> gathered = new ArrayList<>();
    private boolean scheduled;

    /**
     * Creates an idle syncer.
     *
     * @param executor runs one sync at a time, and may block for the disk
     * @param duration how long syncs take
     * @param onBroken told once a sync failed
     */
    Syncer(Store store, Executor executor, Clock clock, Timer duration, Consumer<StorageException> onBroken) {
        this.store = store;
        this.executor = executor;
        this.clock = clock;
        this.duration = duration;
        this.onBroken = onBroken;
    }

    /** Takes commands whose batch has been written. */
    void add(List<PendingWrite<?, ?>> written) {
        boolean start;
        synchronized (lock) {
            gathered.addAll(written);
            start = !scheduled;
            scheduled = true;
        }
        if (start) {
            executor.execute(this::run);
        }
    }

    private void run() {
        for (; ; ) {
            List<PendingWrite<?, ?>> group;
            synchronized (lock) {
                if (gathered.isEmpty()) {
                    scheduled = false;
                    return;
                }
                group = gathered;
                gathered = new ArrayList<>(group.size());
            }
            try {
                long startNanos = clock.nanos();
                store.sync();
                duration.record(clock.nanos() - startNanos, TimeUnit.NANOSECONDS);
            } catch (StorageException broken) {
                onBroken.accept(broken);
                group.forEach(write -> write.fail(broken));
            }
            release(group);
        }
    }

    /** Completes futures, one task per executor. */
    static void release(List<PendingWrite<?, ?>> group) {
        if (group.size() == 1) {
            PendingWrite<?, ?> only = group.get(0);
            answer(only.submission().replyOn(), only::release);
            return;
        }
        IdentityHashMap<Executor, List<PendingWrite<?, ?>>> byExecutor = new IdentityHashMap<>();
        for (PendingWrite<?, ?> write : group) {
            byExecutor
                    .computeIfAbsent(write.submission().replyOn(), any -> new ArrayList<>())
                    .add(write);
        }
        byExecutor.forEach((executor, writes) -> answer(executor, () -> writes.forEach(PendingWrite::release)));
    }

    private static void answer(Executor executor, Runnable release) {
        try {
            executor.execute(release);
        } catch (RejectedExecutionException stopping) {
            // The event loop is gone, and its connections with it; whoever else waits for the futures must not wait for
            // ever.
            release.run();
        }
    }
}
