package io.counterpoint.sequence.mode;

import java.util.OptionalLong;

/**
 * The default mode {@code per_shard}: each shard counts for itself, {@code last + 1}. Declares: consecutive on one
 * shard, no number lost but by an aborted transaction, not unique across shards, no messages. Source: the sequences
 * contract, 1.2 and 3.1.
 */
public final class PerShardMode {
    private PerShardMode() {}

    /**
     * The number for a document that came without one.
     *
     * @param last the last number handed out
     * @return empty when {@code last} is the highest 64-bit number: nothing comes after it
     */
    public static OptionalLong next(long last) {
        return last == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(last + 1);
    }

    /**
     * The counter after a document came with a number of its own.
     *
     * @return {@code sent} if it is higher than {@code last}, else {@code last}; 0 and negative numbers move nothing
     */
    public static long observe(long last, long sent) {
        return sent > 0 && sent > last ? sent : last;
    }
}
