package io.counterpoint.base.time;

/** Both notions of time. Any thread; never blocks. */
public interface Clock {
    /** Wall-clock time in milliseconds since 1970-01-01T00:00Z. May jump in either direction. */
    long millis();

    /** Monotonic time in nanoseconds from an arbitrary origin: only differences mean something. */
    long nanos();
}
