package io.counterpoint.testkit.fake;

import io.counterpoint.base.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is moved. Any thread. */
public final class FakeClock implements Clock {
    /** 2024-01-01T00:00Z: where a clock stands unless told otherwise. */
    public static final long START_MILLIS = 1_704_067_200_000L;

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final AtomicLong wallMillis;
    private final AtomicLong nanos = new AtomicLong();

    /** A clock at {@link #START_MILLIS}. */
    public FakeClock() {
        this(START_MILLIS);
    }

    /** A clock at the given milliseconds since 1970. */
    public FakeClock(long startMillis) {
        wallMillis = new AtomicLong(startMillis);
    }

    @Override
    public long millis() {
        return wallMillis.get();
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    /**
     * Moves both times forward, by 0 or more milliseconds. Timers do not notice: {@link FakeTimers#advance} moves both.
     */
    public void advance(long millis) {
        if (millis < 0) {
            throw new IllegalArgumentException("time does not run backwards; setMillis() makes the wall clock jump");
        }
        wallMillis.addAndGet(millis);
        nanos.addAndGet(millis * NANOS_PER_MILLI);
    }

    /** Makes the wall clock jump, backwards too; monotonic time stands still. */
    public void setMillis(long millis) {
        wallMillis.set(millis);
    }
}
