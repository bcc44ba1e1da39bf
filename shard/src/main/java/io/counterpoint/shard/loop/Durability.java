package io.counterpoint.shard.loop;

/** When the answer to a write may leave. */
public enum Durability {
    /**
     * Once the batch is written: it survives the death of the process, not the loss of power. What {@code {w: 1, j:
     * false}} asks for.
     */
    WRITTEN,
    /** Once the log is on disk: it survives both. The default. */
    SYNCED
}
