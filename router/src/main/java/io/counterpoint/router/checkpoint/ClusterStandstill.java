package io.counterpoint.router.checkpoint;

import io.counterpoint.base.Environment;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.Pause;
import io.counterpoint.router.rpc.Settled;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.bson.BsonBoolean;
import org.bson.BsonInt32;
import org.bson.types.ObjectId;

/**
 * Runs work while no shard of the cluster changes anything: every write loop is held before the work begins and is
 * still held when it has ended, whichever routers the writes come through. What the shards have then is a state that
 * the cluster was in at one moment of real time.
 *
 * <p>A moment is taken only when no ordered batch is between the decisions of its parts, so that a batch is in it as
 * far as it got or not at all. If there is one, the shards refuse new parts for a while and go on; the batches that
 * were there end, and the next try finds none. A moment without transactions between prepare and decision is looked for
 * as well, but not insisted on: what was decided is told by the coordinator's data, which is of the same moment.
 *
 * <p>Holds end by themselves after {@value #HOLD_MILLIS_MAX} ms, if this router should die.
 */
public final class ClusterStandstill {
    private static final long HOLD_MILLIS_MAX = 10_000;

    /** Longer than all tries take together. */
    private static final long GATE_MILLIS = 5_000;

    private static final int TRIES_MAX = 100;
    private static final int TRIES_WITHOUT_PREPARED = 10;
    private static final int PAUSE_MILLIS_MAX = 8;

    private final Shards shards;
    private final Environment environment;

    /** Stands the given shards still. */
    public ClusterStandstill(Shards shards, Environment environment) {
        this.shards = shards;
        this.environment = environment;
    }

    /**
     * Runs work at a standstill.
     *
     * @param holder names it on the shards
     * @param work must end by itself, and soon
     * @return fails with LockBusy (46) when no such moment could be had, or the work took too long; with what the work
     *     failed with; with HostUnreachable (6) when a shard is away
     */
    public <R> CompletableFuture<R> run(ObjectId holder, Supplier<CompletableFuture<R>> work) {
        return attempt(holder, work, 1);
    }

    private <R> CompletableFuture<R> attempt(ObjectId holder, Supplier<CompletableFuture<R>> work, int number) {
        return Settled.then(all(hold(holder, number > 1)), (answers, failure) -> {
            if (failure != null) {
                return Settled.then(
                        all(release(holder, false)), (released, trouble) -> CompletableFuture.failedFuture(failure));
            }
            boolean early =
                    sum(answers, "staged") > 0 || (number <= TRIES_WITHOUT_PREPARED && sum(answers, "prepared") > 0);
            if (!early) {
                return held(holder, work);
            }
            boolean last = number == TRIES_MAX;
            return Settled.then(
                    all(release(holder, !last)),
                    (released, trouble) -> last
                            ? CompletableFuture.failedFuture(
                                    busy("ordered batches over several shards did not come to an end in time"))
                            : Pause.of(
                                            environment.timers(),
                                            1 + environment.random().nextInt(PAUSE_MILLIS_MAX))
                                    .thenCompose(over -> attempt(holder, work, number + 1)));
        });
    }

    private <R> CompletableFuture<R> held(ObjectId holder, Supplier<CompletableFuture<R>> work) {
        return Settled.then(
                work.get(),
                (result, failure) -> Settled.then(all(release(holder, false)), (answers, trouble) -> {
                    if (failure != null) {
                        return CompletableFuture.failedFuture(failure);
                    }
                    boolean throughout = trouble == null
                            && answers.stream()
                                    .allMatch(answer -> answer.getBoolean("held", BsonBoolean.FALSE)
                                            .getValue());
                    return throughout
                            ? CompletableFuture.completedFuture(result)
                            : CompletableFuture.failedFuture(
                                    busy("the writes of all shards could not be held for as" + " long as it took"));
                }));
    }

    private static CommandException busy(String text) {
        return new CommandException(ErrorCode.LOCK_BUSY, text);
    }

    private static RawDocument hold(ObjectId holder, boolean gated) {
        BsonOutput body =
                new BsonOutput().appendObjectId("_holdWrites", holder).appendInt64("millisMax", HOLD_MILLIS_MAX);
        if (gated) {
            body.appendInt64("gateMillis", GATE_MILLIS);
        }
        return body.finish();
    }

    private static RawDocument release(ObjectId holder, boolean keepGate) {
        return new BsonOutput()
                .appendObjectId("_releaseWrites", holder)
                .appendBoolean("keepGate", keepGate)
                .finish();
    }

    private CompletableFuture<List<RawDocument>> all(RawDocument body) {
        return shards.demandAll(ShardRequest.of("admin", body));
    }

    private static int sum(List<RawDocument> answers, String field) {
        return answers.stream()
                .mapToInt(answer -> answer.getNumber(field, new BsonInt32(0)).intValue())
                .sum();
    }
}
