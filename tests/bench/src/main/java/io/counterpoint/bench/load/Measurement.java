package io.counterpoint.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/**
 * What one step gave in one round.
 *
 * @param perSecond units per second over all threads
 * @param clientMicros processor time of the client for one unit, microseconds
 * @param serverMicros processor time of the server for one unit, microseconds; other programs on the machine change
 *     this less than the rate
 * @param latencies of the requests, in nanoseconds
 */
record Measurement(double perSecond, double clientMicros, double serverMicros, Histogram latencies) {
    private static final long LATENCY_NANOS_MAX = 60_000_000_000L;
    private static final int DIGITS = 3;

    /**
     * Sends requests from several threads for some time.
     *
     * @throws IllegalStateException when a request failed
     */
    static Measurement of(Workload.Request request, int threads, long nanos, ProcessHandle server)
            throws InterruptedException {
        AtomicReference<RuntimeException> failure = new AtomicReference<>();
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch go = new CountDownLatch(1);
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Worker worker = new Worker(request, nanos, ready, go, failure);
            worker.start();
            workers.add(worker);
        }
        ready.await();
        double clientStart = cpuMicros(ProcessHandle.current());
        double serverStart = cpuMicros(server);
        long start = System.nanoTime();
        go.countDown();
        Histogram all = new Histogram(LATENCY_NANOS_MAX, DIGITS);
        long units = 0;
        for (Worker worker : workers) {
            worker.join();
            all.add(worker.latencies);
            units += worker.units;
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("a request failed", failed);
        }
        return new Measurement(
                units / seconds,
                (cpuMicros(ProcessHandle.current()) - clientStart) / units,
                (cpuMicros(server) - serverStart) / units,
                all);
    }

    private static double cpuMicros(ProcessHandle process) {
        return cpuNanos(process) / 1e3;
    }

    static long cpuNanos(ProcessHandle process) {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    private static final class Worker extends Thread {
        private final Workload.Request request;
        private final long nanos;
        private final CountDownLatch ready;
        private final CountDownLatch go;
        private final AtomicReference<RuntimeException> failure;
        private final Histogram latencies = new Histogram(LATENCY_NANOS_MAX, DIGITS);
        private long units;

        Worker(
                Workload.Request request,
                long nanos,
                CountDownLatch ready,
                CountDownLatch go,
                AtomicReference<RuntimeException> failure) {
            this.request = request;
            this.nanos = nanos;
            this.ready = ready;
            this.go = go;
            this.failure = failure;
        }

        @Override
        public void run() {
            try {
                // One request first: connections are made before the clock starts.
                request.send();
                ready.countDown();
                go.await();
                long now = System.nanoTime();
                long end = now + nanos;
                while (now < end && failure.get() == null) {
                    units += request.send();
                    long after = System.nanoTime();
                    latencies.recordValue(Math.min(after - now, LATENCY_NANOS_MAX));
                    now = after;
                }
            } catch (RuntimeException failed) {
                failure.set(failed);
                ready.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
