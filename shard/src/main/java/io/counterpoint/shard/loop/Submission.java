package io.counterpoint.shard.loop;

import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * How a command wants to be treated.
 *
 * @param durability when its answer may leave
 * @param replyOn where the future completes; answers of one group that name the same executor share one task
 * @param deadlineNanos end of its patience on the monotonic clock while it waits for held keys; {@link Long#MAX_VALUE}
 *     for none
 * @param interrupted whether somebody has ended it before its time; looked at while it runs
 * @param heavy true when it may scan or build for long: it is then never run on the submitting thread
 */
public record Submission(
        Durability durability, Executor replyOn, long deadlineNanos, BooleanSupplier interrupted, boolean heavy) {
    /** A command that nobody can end early. */
    public Submission(Durability durability, Executor replyOn, long deadlineNanos, boolean heavy) {
        this(durability, replyOn, deadlineNanos, () -> false, heavy);
    }

    /** A short, durable command without a time limit. */
    public static Submission durable(Executor replyOn) {
        return new Submission(Durability.SYNCED, replyOn, Long.MAX_VALUE, false);
    }

    /** The same for a command that changes nothing yet: its answer promises nothing, so it waits for no sync. */
    public Submission unsynced() {
        return new Submission(Durability.WRITTEN, replyOn, deadlineNanos, interrupted, heavy);
    }

    /** The same, but heavy. */
    public Submission asHeavy() {
        return new Submission(durability, replyOn, deadlineNanos, interrupted, true);
    }
}
