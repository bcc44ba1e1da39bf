package io.counterpoint.e2e.deployment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;

/** Runs the same work on several threads at once. */
public final class Parallel {
    private static final int MINUTES_MAX = 5;

    private Parallel() {}

    /**
     * Runs work on threads numbered from 0 and waits for all of them; the first failure is thrown.
     *
     * @param work told the number of its thread
     */
    public static void run(int threads, IntConsumer work) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                running.add(pool.submit(() -> work.accept(thread)));
            }
            for (Future<?> one : running) {
                one.get(MINUTES_MAX, TimeUnit.MINUTES);
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a thread failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("not done within " + MINUTES_MAX + " minutes", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            pool.shutdownNow();
        }
    }
}
