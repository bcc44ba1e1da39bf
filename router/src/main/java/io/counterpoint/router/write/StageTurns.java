package io.counterpoint.router.write;

import io.counterpoint.cluster.name.Namespace;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Lets staged runs on one collection go one after another where they have got in each other's way: runs that number
 * documents all want the collection's counters, and each conflict costs a whole run. Runs on other collections are not
 * held up. A collection is let go again when nobody has had to wait for a while. Any thread.
 *
 * <p>A turn is passed on when the run's decisions have been sent, not when they have been answered: the next run's
 * parts come by the same streams and so after them, and nobody waits for a shard's sync.
 */
final class StageTurns {
    private static final int TURNS_WITHOUT_WAIT_MAX = 32;

    private final ConcurrentMap<Namespace, Line> lines = new ConcurrentHashMap<>();
    private final Executor workers;

    /**
     * Turns on no collection yet.
     *
     * @param workers begin the runs that had to wait, since the stack of the run before them is no place for it
     */
    StageTurns(Executor workers) {
        this.workers = workers;
    }

    /** The right to run; passed on once. */
    final class Turn {
        private final @Nullable Line line;
        private boolean passed;

        private Turn(@Nullable Line line) {
            this.line = line;
        }

        /** Lets the next run begin. Repeating it is harmless. */
        void pass() {
            synchronized (this) {
                if (passed) {
                    return;
                }
                passed = true;
            }
            if (line != null) {
                next(line);
            }
        }
    }

    /** The runs that wait for one collection. Guarded by itself. */
    private static final class Line {
        private final Namespace namespace;
        private final Deque<CompletableFuture<Turn>> waiting = new ArrayDeque<>();
        private boolean taken;
        private int turnsWithoutWait;

        private Line(Namespace namespace) {
            this.namespace = namespace;
        }
    }

    /** Waits for a turn; it is there already where runs have not met. */
    CompletableFuture<Turn> take(Namespace namespace) {
        Line line = lines.get(namespace);
        if (line == null) {
            return CompletableFuture.completedFuture(new Turn(null));
        }
        synchronized (line) {
            if (line.taken) {
                CompletableFuture<Turn> later = new CompletableFuture<>();
                line.waiting.add(later);
                return later;
            }
            line.taken = true;
            return CompletableFuture.completedFuture(new Turn(line));
        }
    }

    /** Says that two runs on a collection have met: from now on they take turns. */
    void met(Namespace namespace) {
        lines.computeIfAbsent(namespace, Line::new);
    }

    private void next(Line line) {
        CompletableFuture<Turn> following;
        synchronized (line) {
            following = line.waiting.poll();
            line.taken = following != null;
            line.turnsWithoutWait = following != null ? 0 : line.turnsWithoutWait + 1;
            if (line.turnsWithoutWait > TURNS_WITHOUT_WAIT_MAX) {
                // Whoever looks at this line in this moment still takes turns with its like; nobody is lost.
                lines.remove(line.namespace, line);
            }
        }
        if (following != null) {
            workers.execute(() -> following.complete(new Turn(line)));
        }
    }
}
