package io.counterpoint.router.txn;

import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.random.RandomSource;
import io.counterpoint.base.time.ClusterClock;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.Settled;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.SnapshotReads;
import io.counterpoint.wire.session.TransactionKey;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonTimestamp;

/**
 * One state over all shards. The router chooses a time somewhat later than all it has heard of and asks every shard to
 * keep its state at that time. A shard that has written something later already refuses; the router knows its time by
 * then, and tries again with a later one.
 *
 * <p>Decision 0011.
 */
public final class ClusterSnapshots implements SnapshotReads.Keeper {
    /** How far ahead the first time is: more batches than shards write while the question is on its way. */
    private static final long STEPS_AHEAD = 1_000;

    /** Another router may be ahead of this one: each attempt goes this much further than the one before. */
    private static final int STEPS_FACTOR = 4;

    private static final int ATTEMPTS_MAX = 8;

    private final Shards shards;
    private final ClusterClock clock;
    private final RandomSource random;
    private final RouterTransactions transactions;

    /**
     * Snapshots of a cluster.
     *
     * @param shards the plain ways
     * @param random keeps routers from choosing the same time
     * @param transactions told of the time that a transaction reads at
     */
    public ClusterSnapshots(Shards shards, ClusterClock clock, RandomSource random, RouterTransactions transactions) {
        this.shards = shards;
        this.clock = clock;
        this.random = random;
        this.transactions = transactions;
    }

    @Override
    public boolean keepsForTransactions() {
        return true;
    }

    @Override
    public CompletableFuture<Long> keep(CommandRequest request, long time) {
        CompletableFuture<Long> kept = time == 0 ? attempt(request, 1, STEPS_AHEAD) : keepEverywhere(request, time);
        TransactionKey transaction = request.transaction();
        return transaction == null
                ? kept
                : kept.thenApply(at -> {
                    transactions.begin(transaction, at);
                    return at;
                });
    }

    private CompletableFuture<Long> attempt(CommandRequest request, int number, long stepsAhead) {
        return Settled.then(
                keepEverywhere(request, clock.leap(stepsAhead + random.nextInt((int) STEPS_AHEAD))),
                (time, failure) -> {
                    if (failure == null) {
                        return CompletableFuture.completedFuture(time);
                    }
                    boolean again =
                            number < ATTEMPTS_MAX && ShardReplies.isRefusal(failure, ErrorCode.SNAPSHOT_UNAVAILABLE);
                    return again
                            ? attempt(request, number + 1, stepsAhead * STEPS_FACTOR)
                            : CompletableFuture.failedFuture(failure);
                });
    }

    private CompletableFuture<Long> keepEverywhere(CommandRequest request, long time) {
        ShardRequest question = ShardRequest.of("admin", command("_keepSnapshot", time), null, request.deadlineNanos());
        CompletableFuture<Long> kept = shards.sendAll(question).thenApply(replies -> {
            replies.forEach(ShardReplies::demandOk);
            return time;
        });
        return kept.whenComplete((at, failure) -> {
            if (failure != null) {
                forget(shards, time);
            }
        });
    }

    /** Lets go of a state that nobody will read any more. Shards do so by themselves after a while. */
    static void forget(Shards shards, long time) {
        ShardRequest request = ShardRequest.of("admin", command("_forgetSnapshot", time));
        var unused = shards.sendAll(request);
    }

    private static RawDocument command(String name, long time) {
        return new BsonOutput()
                .appendInt32(name, 1)
                .appendValue("time", new BsonTimestamp(time))
                .finish();
    }
}
