package io.counterpoint.shard.txn;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.time.Timers;
import io.counterpoint.shard.index.RecordCounts;
import io.counterpoint.shard.loop.KeyOwner;
import io.counterpoint.shard.loop.Submission;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.loop.WriteHandler;
import io.counterpoint.shard.loop.WriteLoop;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.wire.command.Connection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.bson.BsonDocument;

/**
 * Parts of ordered batches that a router spread over several shards. A part runs up to its first error and is kept
 * aside; once the router knows the first error over all shards it says how many statements of the part become real.
 *
 * <p>Keeping a part whole is copying its changes; keeping only its first statements is running these again on the state
 * they ran on, which cannot have changed under the held keys. Touched only inside the write loop, but for the timer and
 * the closing of a connection, which submit a decision.
 */
public final class StageTable {
    /** How long a router may take to decide, in milliseconds. */
    private static final long DECISION_MILLIS_MAX = 10_000;

    /** A command that can be cut down to its first statements. */
    public interface Stageable<C> {
        /** The same command with the first {@code count} statements only. */
        C firstStatements(int count);
    }

    /**
     * What a router asks to stage.
     *
     * @param router the stream it came by: numbers are unique within one
     * @param number orders batches by age
     */
    public record StageKey(long router, long number) {}

    /**
     * A command that can be staged.
     *
     * @param done counts the leading statements that went well in an outcome
     * @param reply what the client is answered for an outcome
     */
    public record Staging<C extends Stageable<C>, R>(
            WriteHandler<C, R> handler, C command, ToIntFunction<R> done, Function<R, BsonDocument> reply) {}

    private record Stage<C extends Stageable<C>, R>(
            KeyOwner owner, OverlayView changes, Staging<C, R> staging, R outcome) {}

    /**
     * A part that is to be staged.
     *
     * @param calledOff true once its router has decided or is gone: a part that still waits for keys then never runs
     */
    private record StageRequest<C extends Stageable<C>, R>(
            StageKey key, Staging<C, R> staging, AtomicBoolean calledOff) {}

    private static final BsonDocument EMPTY = new BsonDocument();

    private record Decision(StageKey key, int keep) {}

    private final WriteLoop loop;
    private final Timers timers;
    private final Map<StageKey, Stage<?, ?>> stages = new HashMap<>();
    /** What calls off a stage's timer and its connection's action; guarded by itself. */
    private final Map<StageKey, Runnable> ends = new HashMap<>();

    private volatile boolean refusesNew;

    /** An empty table. */
    public StageTable(WriteLoop loop, Timers timers) {
        this.loop = loop;
        this.timers = timers;
    }

    /**
     * Runs a command and keeps its changes aside. The stage is dropped when the connection closes or the router takes
     * too long.
     *
     * @return the outcome of the run; fails with WriteConflict (112) when the stage had to give way to an older one
     */
    public <C extends Stageable<C>, R> CompletableFuture<R> stage(
            Connection connection, long number, Staging<C, R> staging, Submission submission) {
        StageKey key = new StageKey(connection.id(), number);
        Runnable drop = () -> {
            decide(key, 0, Submission.durable(Runnable::run)).exceptionally(gone -> EMPTY);
        };
        Runnable unregister = connection.onClose(drop);
        Timers.Cancellable timer = timers.schedule(DECISION_MILLIS_MAX, drop);
        AtomicBoolean calledOff = new AtomicBoolean();
        synchronized (ends) {
            ends.put(key, () -> {
                unregister.run();
                timer.cancel();
                calledOff.set(true);
            });
        }
        return loop.submit(this::run, new StageRequest<>(key, staging, calledOff), submission.unsynced());
    }

    /** How many parts wait for their routers. Inside the loop. */
    public int undecidedCount() {
        return stages.size();
    }

    /**
     * Whether new parts are to be refused with WriteConflict (112), as those are that have to give way: their routers
     * drop what they have staged elsewhere and come again. Any thread.
     */
    public void refuseNew(boolean refuses) {
        refusesNew = refuses;
    }

    private <C extends Stageable<C>, R> R run(WriteContext context, StageRequest<C, R> request) {
        if (request.calledOff.get()) {
            throw noSuchStage(request.key);
        }
        if (refusesNew) {
            throw new CommandException(ErrorCode.WRITE_CONFLICT, "a checkpoint waits for the batches before this one");
        }
        KeyOwner owner = new KeyOwner(KeyOwner.Kind.STAGE, request.key.number());
        OverlayView changes = new OverlayView(context.committed());
        context.enter(owner, changes, null);
        R outcome;
        try {
            outcome = request.staging.handler().execute(context, request.staging.command());
        } catch (RuntimeException failed) {
            context.release(owner);
            throw failed;
        }
        stages.put(request.key, new Stage<>(owner, changes, request.staging, outcome));
        return outcome;
    }

    /**
     * Makes the first statements of a stage real and ends it.
     *
     * @param keep number of statements; 0 drops all
     * @return what the command would have answered for the kept statements, <code>{}</code> for none; fails with
     *     NoSuchTransaction (251) when there is no such stage (any more)
     */
    public CompletableFuture<BsonDocument> decide(StageKey key, int keep, Submission submission) {
        Runnable end;
        synchronized (ends) {
            end = ends.remove(key);
        }
        if (end != null) {
            end.run();
        }
        return loop.submit(this::runDecision, new Decision(key, keep), submission);
    }

    private BsonDocument runDecision(WriteContext context, Decision decision) {
        Stage<?, ?> stage = stages.remove(decision.key);
        if (stage == null) {
            throw noSuchStage(decision.key);
        }
        return finish(context, stage, decision.keep);
    }

    private static CommandException noSuchStage(StageKey key) {
        return new CommandException(
                ErrorCode.NO_SUCH_TRANSACTION, "there is no staged batch " + key.number() + " (any more)");
    }

    private static <C extends Stageable<C>, R> BsonDocument finish(WriteContext context, Stage<C, R> stage, int keep) {
        Staging<C, R> staging = stage.staging;
        try {
            if (keep >= staging.done().applyAsInt(stage.outcome)) {
                RecordCounts.apply(stage.changes, context.view());
                return staging.reply().apply(stage.outcome);
            }
            if (keep == 0) {
                return EMPTY;
            }
            context.enter(stage.owner, null, null);
            C kept = staging.command().firstStatements(keep);
            return staging.reply().apply(staging.handler().execute(context, kept));
        } finally {
            context.forgetCached();
            context.release(stage.owner);
        }
    }
}
