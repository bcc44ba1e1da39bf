package io.counterpoint.shard.plan;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.time.Clock;
import java.util.function.BooleanSupplier;

/** Asked now and then by whatever runs long. */
@FunctionalInterface
public interface ExecutionGuard {
    /** Lets everything run to its end. */
    ExecutionGuard NONE = () -> {};

    /**
     * Ends the operation if it must not go on.
     *
     * @throws CommandException MaxTimeMSExpired (50) after the deadline, Interrupted (11601) when it was killed
     */
    void check();

    /**
     * Watches a deadline and a switch.
     *
     * @param deadlineNanos on the monotonic clock; {@link Long#MAX_VALUE} for none
     * @param killed true once somebody has ended the operation; asked on the thread that runs it
     */
    static TimedGuard of(Clock clock, long deadlineNanos, BooleanSupplier killed) {
        return new TimedGuard(clock, deadlineNanos, killed);
    }
}
