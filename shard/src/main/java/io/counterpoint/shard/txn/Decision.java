package io.counterpoint.shard.txn;

/**
 * How a transaction over several shards ended. Immutable.
 *
 * @param commit whether it was committed
 * @param commitTime the cluster time of the commit, the same on all shards; 0 for an abort
 */
public record Decision(boolean commit, long commitTime) {
    /** Without effect. */
    public static final Decision ABORT = new Decision(false, 0);
}
