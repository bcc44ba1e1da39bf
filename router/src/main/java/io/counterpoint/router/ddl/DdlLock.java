package io.counterpoint.router.ddl;

import io.counterpoint.base.time.Timers;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A change that this router works on: its row and the token that every write to the row names. One change at a time
 * uses it.
 */
final class DdlLock {
    private final DdlRow row;
    private final ObjectId token;
    private Timers.@Nullable Cancellable renewal;
    private boolean released;

    DdlLock(DdlRow row, ObjectId token) {
        this.row = row;
        this.token = token;
    }

    /** The row of the first target, as it was when the lock was taken. */
    DdlRow row() {
        return row;
    }

    ObjectId token() {
        return token;
    }

    /** Keeps the timer of the next renewal; cancels it at once if the lock is released already. */
    synchronized void renewBy(Timers.Cancellable timer) {
        if (released) {
            timer.cancel();
        } else {
            renewal = timer;
        }
    }

    /** Ends the renewals. */
    synchronized void stopRenewal() {
        released = true;
        if (renewal != null) {
            renewal.cancel();
        }
    }

    synchronized boolean isReleased() {
        return released;
    }
}
