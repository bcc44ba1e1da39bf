package io.counterpoint.base.time;

/** The machine's clock. */
public final class SystemClock implements Clock {
    /** Creates a view of the machine's clock; all views agree. */
    public SystemClock() {}

    @Override
    public long millis() {
        return System.currentTimeMillis();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }
}
