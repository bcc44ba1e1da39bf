package io.counterpoint.shard.command;

import io.counterpoint.shard.txn.ClusterCuts;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.SnapshotReads;
import java.util.concurrent.CompletableFuture;

/** Keeps the state of one shard: for those who connect to it, and for routers, who have chosen the time. */
final class ShardSnapshots implements SnapshotReads.Keeper {
    private final ClusterCuts cuts;

    ShardSnapshots(ClusterCuts cuts) {
        this.cuts = cuts;
    }

    /** A transaction keeps a snapshot of its own; one that a router begins opens what is kept already. */
    @Override
    public boolean keepsForTransactions() {
        return false;
    }

    @Override
    public CompletableFuture<Long> keep(CommandRequest request, long time) {
        return cuts.keep(time, WriteDoor.submission(request, false));
    }
}
