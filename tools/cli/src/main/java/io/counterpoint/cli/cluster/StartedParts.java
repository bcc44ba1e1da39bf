package io.counterpoint.cli.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a system that have been started, stopped in reverse. Any thread; the first {@link #close} does the work,
 * others wait for it.
 */
final class StartedParts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StartedParts.class);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    synchronized <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    /**
     * Adds a part that is still starting: it is waited for before it is stopped, and one that failed to start needs no
     * stop.
     */
    <T extends AutoCloseable> CompletableFuture<T> addStarting(CompletableFuture<T> part) {
        add(() -> {
            T started = part.exceptionally(failure -> null).join();
            if (started != null) {
                started.close();
            }
        });
        return part;
    }

    @Override
    public synchronized void close() {
        while (!parts.isEmpty()) {
            AutoCloseable part = parts.pop();
            try {
                part.close();
            } catch (Exception failure) {
                // The rest has to stop all the same.
                LOG.error("a part could not be stopped: part={}", part, failure);
            }
        }
    }
}
