package io.counterpoint.testkit.fake;

import io.counterpoint.base.time.Timers;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Timers of a {@link FakeClock}: actions run on the thread that advances the time, in the order in which they are due.
 * Scheduling is safe from any thread, advancing is for the test's.
 */
public final class FakeTimers implements Timers {
    private final FakeClock clock;
    private final PriorityQueue<Scheduled> queue = new PriorityQueue<>();

    /** Monotonic milliseconds: a wall clock that jumps must not move timers. */
    private long nowMillis;

    private long scheduledCount;

    /** Timers that move the given clock along. */
    public FakeTimers(FakeClock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized Cancellable schedule(long delayMillis, Runnable action) {
        Scheduled scheduled = new Scheduled(nowMillis + delayMillis, scheduledCount++, action);
        queue.add(scheduled);
        return () -> cancel(scheduled);
    }

    private synchronized void cancel(Scheduled scheduled) {
        queue.remove(scheduled);
    }

    /** How many actions wait. */
    public synchronized int pendingCount() {
        return queue.size();
    }

    /**
     * Moves the time forward and runs all that becomes due on the way, each at its own time; 0 runs what is due now.
     */
    public void advance(long millis) {
        long target = nowMillis() + millis;
        for (Scheduled next = pollUntil(target); next != null; next = pollUntil(target)) {
            moveTo(next.dueMillis());
            next.action().run();
        }
        moveTo(target);
    }

    private synchronized long nowMillis() {
        return nowMillis;
    }

    private synchronized void moveTo(long millis) {
        clock.advance(Math.max(0, millis - nowMillis));
        nowMillis = Math.max(nowMillis, millis);
    }

    private synchronized @Nullable Scheduled pollUntil(long millis) {
        Scheduled next = queue.peek();
        return next != null && next.dueMillis() <= millis ? queue.poll() : null;
    }

    /** An action and when it is due; those due together run in the order in which they were scheduled. */
    private record Scheduled(long dueMillis, long number, Runnable action) implements Comparable<Scheduled> {
        @Override
        public int compareTo(Scheduled other) {
            int byTime = Long.compare(dueMillis, other.dueMillis);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }
}
