package io.counterpoint.shard.loop;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Keeps tasks until the test runs them, on its own thread. */
final class ManualExecutor implements Executor {
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    int waiting() {
        return tasks.size();
    }

    void runOne() {
        tasks.remove().run();
    }

    void runAll() {
        while (!tasks.isEmpty()) {
            runOne();
        }
    }
}
