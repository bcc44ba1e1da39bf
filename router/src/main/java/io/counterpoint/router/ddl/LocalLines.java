package io.counterpoint.router.ddl;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Lets the changes that one router makes of one target wait for each other in line, so that only routers compete for
 * the rows in the catalog. A change that needs several targets takes their lines one after another, in sorted order.
 * Any thread.
 */
final class LocalLines {
    /** Whoever waits for a target that is taken; a target that is not taken has no line. Guarded by this. */
    private final Map<String, Deque<CompletableFuture<Void>>> lines = new HashMap<>();

    /**
     * Waits for all targets.
     *
     * @param targets sorted, none twice
     */
    CompletableFuture<Void> enter(List<String> targets) {
        CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
        for (String target : targets) {
            all = all.thenCompose(before -> enter(target));
        }
        return all;
    }

    private synchronized CompletableFuture<Void> enter(String target) {
        Deque<CompletableFuture<Void>> line = lines.get(target);
        if (line == null) {
            lines.put(target, new ArrayDeque<>());
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> turn = new CompletableFuture<>();
        line.add(turn);
        return turn;
    }

    /** Gives all targets to whoever waits next. */
    void leave(List<String> targets) {
        targets.forEach(this::leave);
    }

    private void leave(String target) {
        CompletableFuture<Void> next;
        synchronized (this) {
            Deque<CompletableFuture<Void>> line = lines.get(target);
            next = line == null ? null : line.poll();
            if (next == null) {
                lines.remove(target);
            }
        }
        if (next != null) {
            next.complete(null);
        }
    }
}
