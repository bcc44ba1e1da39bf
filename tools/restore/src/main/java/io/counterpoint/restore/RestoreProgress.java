package io.counterpoint.restore;

/** Hears how far a restore is. Called by one thread, at every batch. */
@FunctionalInterface
public interface RestoreProgress {
    /**
     * It went on.
     *
     * @param rows read so far
     * @param readBytes of the file as stored
     */
    void at(long rows, long readBytes);
}
