package io.counterpoint.shard.catalog;

import java.util.concurrent.atomic.LongAdder;

/**
 * How often an index was used to find documents. Goes along with the index through all changes of its description, and
 * begins anew with the process. Any thread.
 *
 * <p>Source: MongoDB manual, "$indexStats (aggregation)", {@code accesses}.
 */
public final class IndexUses {
    private final LongAdder count = new LongAdder();
    private volatile long sinceMillis;

    /** Not used yet. */
    IndexUses() {}

    /**
     * Says from when on uses are counted; later calls change nothing.
     *
     * @param nowMillis since the epoch
     */
    public void begin(long nowMillis) {
        if (sinceMillis == 0) {
            sinceMillis = nowMillis;
        }
    }

    /** Counts an operation that looks for documents in the index. */
    public void note() {
        count.increment();
    }

    /** Operations so far. */
    public long count() {
        return count.sum();
    }

    /** When counting began, milliseconds since the epoch; 0 before {@link #begin}. */
    public long sinceMillis() {
        return sinceMillis;
    }
}
