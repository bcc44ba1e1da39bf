package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.time.Clock;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.Interruption;

/**
 * How long the work for one command may go on: until its deadline, or until somebody ends the command. What a command
 * leaves behind, a cursor, is read on by others; from {@link #rest} on its own limits do not count. Any thread.
 */
final class Patience {
    private final Clock clock;
    private final long deadlineNanos;
    private final Interruption interruption;
    private volatile boolean resting;

    private Patience(Clock clock, long deadlineNanos, Interruption interruption) {
        this.clock = clock;
        this.deadlineNanos = deadlineNanos;
        this.interruption = interruption;
    }

    /** The patience of a command. */
    static Patience of(CommandRequest request, Clock clock) {
        return new Patience(clock, request.deadlineNanos(), request.interruption());
    }

    /**
     * Ends the work when its time is over; to be asked wherever it may take long.
     *
     * @throws CommandException Interrupted (11601), MaxTimeMSExpired (50)
     */
    void check() {
        if (resting) {
            return;
        }
        interruption.check();
        if (deadlineNanos != Long.MAX_VALUE && clock.nanos() - deadlineNanos > 0) {
            throw new CommandException(ErrorCode.MAX_TIME_MS_EXPIRED, "operation exceeded time limit");
        }
    }

    /** The command has been answered: what follows belongs to others. */
    void rest() {
        resting = true;
    }

    /** When the time is over, on the process's monotonic clock; {@link Long#MAX_VALUE} for no limit. */
    long deadlineNanos() {
        return resting ? Long.MAX_VALUE : deadlineNanos;
    }

    /** Ends the command early. */
    Interruption interruption() {
        return interruption;
    }
}
