package io.counterpoint.base.time;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link Timers} on one daemon thread of the JVM. Closing drops what has not run yet. */
public final class ThreadTimers implements Timers, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadTimers.class);

    private final ScheduledThreadPoolExecutor executor;

    /**
     * Starts the thread.
     *
     * @param threadName name of the thread, for thread dumps
     */
    public ThreadTimers(String threadName) {
        executor = new ScheduledThreadPoolExecutor(1, runnable -> {
            Thread thread = new Thread(runnable, threadName);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public Cancellable schedule(long delayMillis, Runnable action) {
        ScheduledFuture<?> future = executor.schedule(() -> runLogged(action), delayMillis, TimeUnit.MILLISECONDS);
        return () -> future.cancel(false);
    }

    private static void runLogged(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error failure) {
            LOG.error("a timer's action failed", failure);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
