package io.counterpoint.cli.cluster;

/**
 * Processes that are up and answering. Started by a factory of the implementation, which stops what it already started
 * when a later part fails.
 */
public interface RunningSystem extends AutoCloseable {
    /** Where clients connect. */
    Endpoints endpoints();

    /**
     * Blocks until the system has ended without being asked to, and says why; a system in this JVM only does when
     * stored data is damaged.
     */
    String awaitFailure() throws InterruptedException;

    /**
     * Stops in order: first what clients talk to, then what it stands on. Returns when everything has stopped; a second
     * call does nothing.
     */
    @Override
    void close();
}
