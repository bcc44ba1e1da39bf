package io.counterpoint.lab.history;

/**
 * One fault and how long it lasted.
 *
 * @param kind {@code kill}, {@code pause}, {@code cut}, {@code delay}, …
 * @param shard the shard it was done to
 * @param startNanos since the start of the run
 * @param endNanos when it was mended, since the start of the run
 */
public record FaultWindow(String kind, String shard, long startNanos, long endNanos) {
    /** Whether the fault was on at some moment of {@code [fromNanos, toNanos]}. */
    public boolean overlaps(long fromNanos, long toNanos) {
        return startNanos <= toNanos && endNanos >= fromNanos;
    }
}
