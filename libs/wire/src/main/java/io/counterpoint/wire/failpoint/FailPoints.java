package io.counterpoint.wire.failpoint;

import io.counterpoint.base.time.Timers;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The fail point {@code failCommand} of one process: at most one at a time, off unless somebody sets it. Any thread.
 * While it is off a command pays one read of a field.
 */
public final class FailPoints {
    /** A fail point that goes on until it is switched off. */
    public static final long ALWAYS = Long.MAX_VALUE;

    private static final class Armed {
        private final FailedCommand command;
        private long skips;
        private long times;

        Armed(FailedCommand command, long skips, long times) {
            this.command = command;
            this.skips = skips;
            this.times = times;
        }
    }

    private final Timers timers;
    private volatile @Nullable Armed armed;
    private long entered;

    /** Nothing fails yet. */
    public FailPoints(Timers timers) {
        this.timers = timers;
    }

    /**
     * Switches it on, in place of what was set before.
     *
     * @param skips how many commands that it concerns pass first
     * @param times how many fail then; {@link #ALWAYS} for no end
     * @return how often it has been entered so far
     */
    public synchronized long set(FailedCommand command, long skips, long times) {
        armed = new Armed(command, skips, times);
        return entered;
    }

    /** Switches it off; returns how often it has been entered so far. */
    public synchronized long clear() {
        armed = null;
        return entered;
    }

    /** Whether it is on: only then need anything else be asked. */
    public boolean isSet() {
        return armed != null;
    }

    /**
     * Takes one command that is about to run.
     *
     * @param names the command's name and aliases
     * @param appName the application that the connection belongs to; null when it has no name
     * @param namespace {@code database.collection} that the command is about; null for none
     * @return what to do to it; null when it runs as always
     */
    public @Nullable FailedCommand enter(
            Collection<String> names, @Nullable String appName, @Nullable String namespace) {
        synchronized (this) {
            Armed current = armed;
            if (current == null || !concerns(current.command, names, appName, namespace)) {
                return null;
            }
            entered++;
            if (current.skips > 0) {
                current.skips--;
                return null;
            }
            if (current.times != ALWAYS) {
                current.times--;
                if (current.times <= 0) {
                    armed = null;
                }
            }
            return current.command;
        }
    }

    private static boolean concerns(
            FailedCommand failed, Collection<String> names, @Nullable String appName, @Nullable String namespace) {
        return (failed.all() || names.stream().anyMatch(failed.commands()::contains))
                && (failed.appName() == null || failed.appName().equals(appName))
                && (failed.namespace() == null || failed.namespace().equals(namespace));
    }

    /** Completes once the time that a command has to wait is over; at once for 0. */
    public CompletableFuture<Void> pause(long millis) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        if (millis == 0) {
            over.complete(null);
        } else {
            timers.schedule(millis, () -> over.complete(null));
        }
        return over;
    }
}
