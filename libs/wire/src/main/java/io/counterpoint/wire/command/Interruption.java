package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether somebody has ended an operation before its time. Belongs to one request and those made of it. Any thread. */
public final class Interruption {
    private volatile boolean set;
    private @Nullable List<Runnable> actions;

    /** Not interrupted. */
    Interruption() {}

    /** Whether the operation has to end. */
    public boolean isSet() {
        return set;
    }

    /**
     * Ends the operation if it must not go on.
     *
     * @throws CommandException Interrupted (11601)
     */
    public void check() {
        if (set) {
            throw error();
        }
    }

    /** Interrupted (11601). */
    public static CommandException error() {
        return new CommandException(ErrorCode.INTERRUPTED, "operation was interrupted");
    }

    /**
     * Runs an action when the operation is interrupted, at once if it is already.
     *
     * @param action short, must not block
     */
    public void onSet(Runnable action) {
        synchronized (this) {
            if (!set) {
                if (actions == null) {
                    actions = new ArrayList<>(1);
                }
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    /** Interrupts the operation. Repeating it is harmless. */
    public void set() {
        List<Runnable> waiting;
        synchronized (this) {
            set = true;
            waiting = actions;
            actions = null;
        }
        if (waiting != null) {
            waiting.forEach(Runnable::run);
        }
    }
}
