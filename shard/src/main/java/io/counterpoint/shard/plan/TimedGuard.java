package io.counterpoint.shard.plan;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.time.Clock;
import java.util.function.BooleanSupplier;

/**
 * Watches a deadline and a switch. Between the batches of a cursor the time stands still, as with MongoDB: only what is
 * spent on reading counts. Used by one thread at a time.
 */
public final class TimedGuard implements ExecutionGuard {
    private final Clock clock;
    private BooleanSupplier killed;
    private long deadlineNanos;
    private long pausedNanos;

    TimedGuard(Clock clock, long deadlineNanos, BooleanSupplier killed) {
        this.clock = clock;
        this.deadlineNanos = deadlineNanos;
        this.killed = killed;
    }

    @Override
    public void check() {
        if (killed.getAsBoolean()) {
            throw new CommandException(ErrorCode.INTERRUPTED, "operation was interrupted");
        }
        if (deadlineNanos != Long.MAX_VALUE && clock.nanos() - deadlineNanos > 0) {
            throw new CommandException(ErrorCode.MAX_TIME_MS_EXPIRED, "operation exceeded time limit");
        }
    }

    /** Stops the time. */
    public void pause() {
        pausedNanos = clock.nanos();
    }

    /**
     * Goes on after a {@link #pause} with what was left of the time.
     *
     * @param by true once somebody has ended what goes on; replaces the switch there was
     */
    public void resume(BooleanSupplier by) {
        killed = by;
        if (deadlineNanos != Long.MAX_VALUE) {
            deadlineNanos += clock.nanos() - pausedNanos;
        }
    }
}
