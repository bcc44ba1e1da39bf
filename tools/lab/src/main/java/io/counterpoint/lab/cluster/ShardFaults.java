package io.counterpoint.lab.cluster;

/** Does harm to shards and mends it. Any thread. */
public interface ShardFaults {
    /**
     * Begins a fault and returns when it is on.
     *
     * @param kind {@code kill}, {@code pause}, {@code cut} or {@code delay}
     * @throws IllegalArgumentException when there is no such shard, or this cluster cannot do that; says why
     */
    void begin(String kind, String shard);

    /** Mends a fault that {@link #begin} began and returns when the shard answers again. */
    void end(String kind, String shard);
}
