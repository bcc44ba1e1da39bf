package io.counterpoint.router.write;

import io.counterpoint.base.Environment;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.Pause;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.Shards;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * An ordered run of statements over several shards that keeps its meaning: nothing after the first error is stored.
 *
 * <pre>
 * 1  every shard runs its part up to its own first error and keeps it aside
 * 2  the first error of all is the one with the least index in the client's batch
 * 3  every shard keeps exactly the statements before that one
 * </pre>
 *
 * <p>Two runs that want the same keys: the older one waits, the younger one is dropped and starts over under its old
 * number, so that it grows old.
 */
final class StagedRun {
    private static final int RANDOM_BITS = 20;
    private static final int PAUSE_MILLIS_MAX = 20;

    private final Shards shards;
    private final Environment environment;
    private final WriteBatch batch;
    private final CollectionRouting routing;
    private final Map<String, List<WriteStatement>> parts;
    private final WriteOutcome outcome;
    private final StageTurns turns;
    private final long stage;

    /**
     * A run that has not begun.
     *
     * @param parts the statements by shard, each part by rising index
     * @param turns settle who comes first where runs have met
     */
    StagedRun(
            Shards shards,
            Environment environment,
            WriteBatch batch,
            CollectionRouting routing,
            Map<String, List<WriteStatement>> parts,
            WriteOutcome outcome,
            StageTurns turns) {
        this.shards = shards;
        this.environment = environment;
        this.batch = batch;
        this.routing = routing;
        this.parts = new LinkedHashMap<>(parts);
        this.outcome = outcome;
        this.turns = turns;
        stage = (environment.clock().millis() << RANDOM_BITS)
                | environment.random().nextInt(1 << RANDOM_BITS);
    }

    /** What a shard said to its part. */
    private record Answer(
            String shard,
            @Nullable RawDocument reply,
            @Nullable Throwable failure) {
        /** Whether the shard keeps something aside for this run. */
        boolean isStaged() {
            return reply != null && ShardReplies.isOk(reply);
        }

        boolean isConflict() {
            return reply != null
                    && !ShardReplies.isOk(reply)
                    && ShardReplies.refusal(reply).code().equals(ErrorCode.WRITE_CONFLICT);
        }
    }

    /**
     * Runs it and adds what came of it. Fails without having stored anything, or, if a shard is lost while deciding,
     * with that.
     */
    CompletableFuture<Void> run() {
        return turns.take(batch.namespace())
                .thenCompose(turn -> stage(turn).whenComplete((done, failure) -> turn.pass()));
    }

    private CompletableFuture<Void> stage(StageTurns.Turn turn) {
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        parts.forEach((shard, part) ->
                answers.add(shards.send(shard, PartRequests.staged(batch, part, routing.version(), stage))
                        .handle((reply, failure) -> new Answer(shard, reply, failure))));
        return Gathered.all(answers).thenCompose(all -> decide(all, turn));
    }

    private CompletableFuture<Void> decide(List<Answer> answers, StageTurns.Turn turn) {
        if (answers.stream().anyMatch(Answer::isConflict)) {
            turns.met(batch.namespace());
            CompletableFuture<Void> dropped = dropAll(answers);
            turn.pass();
            return dropped.thenCompose(done -> Pause.of(
                            environment.timers(), 1 + environment.random().nextInt(PAUSE_MILLIS_MAX)))
                    .thenCompose(over -> run());
        }
        for (Answer answer : answers) {
            if (!answer.isStaged()) {
                return dropAll(answers).thenApply(dropped -> {
                    throw refusal(answer);
                });
            }
        }
        return keep(answers, turn);
    }

    private static RuntimeException refusal(Answer answer) {
        RawDocument reply = answer.reply();
        if (reply != null) {
            return ShardReplies.refusal(reply);
        }
        CommandException refusal = answer.failure() == null ? null : ShardReplies.refusalIn(answer.failure());
        return refusal != null ? refusal : new IllegalStateException("a part got no answer", answer.failure());
    }

    private CompletableFuture<Void> dropAll(List<Answer> answers) {
        List<CompletableFuture<RawDocument>> drops = new ArrayList<>();
        for (Answer answer : answers) {
            if (answer.isStaged()) {
                // A stage that cannot be dropped now is dropped by its shard.
                drops.add(shards.send(answer.shard(), PartRequests.decision(stage, 0, Long.MAX_VALUE))
                        .exceptionally(failure -> answer.reply()));
            }
        }
        return Gathered.all(drops).thenAccept(all -> {});
    }

    private CompletableFuture<Void> keep(List<Answer> answers, StageTurns.Turn turn) {
        int firstError = Integer.MAX_VALUE;
        BsonDocument error = null;
        for (Answer answer : answers) {
            BsonDocument own = firstError(answer);
            if (own != null) {
                int index = part(answer).get(own.getNumber("index").intValue()).index();
                if (index < firstError) {
                    firstError = index;
                    error = own;
                }
            }
        }
        List<CompletableFuture<Void>> decisions = new ArrayList<>();
        for (Answer answer : answers) {
            decisions.add(keep(answer, firstError));
        }
        turn.pass();
        int index = firstError;
        BsonDocument first = error;
        return Gathered.all(decisions).thenAccept(all -> {
            if (first != null) {
                outcome.fail(index, first);
            }
        });
    }

    private CompletableFuture<Void> keep(Answer answer, int firstError) {
        List<WriteStatement> part = part(answer);
        int keep = 0;
        while (keep < part.size() && part.get(keep).index() < firstError) {
            keep++;
        }
        return shards.send(answer.shard(), PartRequests.decision(stage, keep, Long.MAX_VALUE))
                .thenAccept(reply -> outcome.add(part, ShardReplies.demandOk(reply)));
    }

    private static @Nullable BsonDocument firstError(Answer answer) {
        return answer.reply() != null
                        && answer.reply().get("writeErrors") instanceof BsonArray errors
                        && !errors.isEmpty()
                ? errors.get(0).asDocument()
                : null;
    }

    private List<WriteStatement> part(Answer answer) {
        return parts.getOrDefault(answer.shard(), List.of());
    }
}
