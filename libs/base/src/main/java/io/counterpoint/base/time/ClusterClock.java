package io.counterpoint.base.time;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Cluster time: a hybrid logical clock. A time is a BSON timestamp's 64 bits, seconds since 1970 in the upper half and
 * a count in the lower one; times are compared as unsigned numbers. What one process does because of what it heard from
 * another gets a later time than that, as long as each message carries the sender's {@link #latest()} and the receiver
 * {@linkplain #witness witnesses} it. Any thread; never blocks.
 *
 * <p>Source: Kulkarni et al., "Logical Physical Clocks" (2014); MongoDB's manual, "Causal Consistency".
 */
public final class ClusterClock {
    /** Most that a time heard from a client may be ahead of the wall clock, as MongoDB's default: one year. */
    public static final long DRIFT_SECONDS_MAX = 31_536_000;

    private static final int COUNT_BITS = 32;

    private final Clock clock;
    private final AtomicLong latest;

    /** A clock that starts at the wall clock's second. */
    public ClusterClock(Clock clock) {
        this.clock = clock;
        latest = new AtomicLong(wallTime() + 1);
    }

    private long wallTime() {
        return (clock.millis() / 1000) << COUNT_BITS;
    }

    /** The highest time that was given or witnessed. */
    public long latest() {
        return latest.get();
    }

    /** A time later than all before: for something that happens now. */
    public long tick() {
        return leap(1);
    }

    /**
     * A time later than all before by some steps.
     *
     * @param steps 1 or more
     */
    public long leap(long steps) {
        long wall = wallTime();
        return latest.updateAndGet(before -> isAfter(wall, before) ? wall + steps : before + steps);
    }

    /** Learns of another process's time. */
    public void witness(long time) {
        // The common case, a time that is known already, costs a read.
        if (isAfter(time, latest.get())) {
            latest.accumulateAndGet(time, (known, heard) -> isAfter(heard, known) ? heard : known);
        }
    }

    /** Whether a time is too far ahead of the wall clock to be believed. */
    public boolean isTooFarAhead(long time) {
        return seconds(time) - clock.millis() / 1000 > DRIFT_SECONDS_MAX;
    }

    /** Whether a time is later than another. */
    public static boolean isAfter(long time, long other) {
        return Long.compareUnsigned(time, other) > 0;
    }

    /** The time some seconds after another. */
    public static long plusSeconds(long time, long seconds) {
        return time + (seconds << COUNT_BITS);
    }

    /** Seconds since 1970 of a time. */
    public static long seconds(long time) {
        return time >>> COUNT_BITS;
    }
}
