package io.counterpoint.router.write;

import io.counterpoint.base.Environment;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.ddl.CollectionDdl;
import io.counterpoint.router.ddl.Spread;
import io.counterpoint.router.routing.RoutedCalls;
import io.counterpoint.router.rpc.ExpectedVersion;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.Settled;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.Shards;
import io.counterpoint.wire.command.Arguments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Carries out batches of writes. A batch that one shard can have as a whole goes there as it is, and the shard's reply
 * comes back as it is. Otherwise an unordered batch is cut by shard and all parts are sent at once; an ordered one is
 * cut into runs, one after another, each either for single documents whose shards are known (staged, if there are
 * several shards) or one statement that concerns several shards. Any thread; never blocks.
 */
public final class WriteExecutor {
    /** Statements whose shard has to be found first that are under way at once in an unordered batch. */
    private static final int OWNER_SEARCHES_MAX = 16;

    private static final int STEPS_ON_ONE_STACK = 32;

    private final Shards shards;
    private final Environment environment;
    private final RoutedCalls calls;
    private final CollectionDdl ddl;
    private final Spread defaultSpread;
    private final StatementTargeter targeter;
    private final OwnerFirstWriter ownerFirst;
    private final StageTurns turns;

    /**
     * An executor.
     *
     * @param defaultSpread how collections are spread that a first write makes
     */
    public WriteExecutor(
            Shards shards, Environment environment, RoutedCalls calls, CollectionDdl ddl, Spread defaultSpread) {
        this.shards = shards;
        this.environment = environment;
        this.calls = calls;
        this.ddl = ddl;
        this.defaultSpread = defaultSpread;
        targeter = new StatementTargeter(environment.objectIds());
        ownerFirst = new OwnerFirstWriter(shards, environment.objectIds());
        turns = new StageTurns(environment.workers());
    }

    /**
     * Runs a batch.
     *
     * @return the reply: the shard's own, {@code ok} included, if there was one shard; fails with a refusal of the
     *     whole command
     */
    public CompletableFuture<BsonDocument> run(WriteBatch batch) {
        WriteOutcome outcome = new WriteOutcome(batch.kind());
        return calls.run(batch.namespace(), routing -> whole(batch, routing, outcome));
    }

    /** Runs a batch for its outcome rather than for a reply. */
    public CompletableFuture<WriteOutcome> outcome(WriteBatch batch) {
        WriteOutcome outcome = new WriteOutcome(batch.kind());
        return calls.run(batch.namespace(), routing -> whole(batch, routing, outcome))
                .thenApply(reply -> {
                    if (reply instanceof RawDocument raw) {
                        outcome.add(batch.statements(), raw);
                    }
                    return outcome;
                });
    }

    private CompletableFuture<BsonDocument> whole(
            WriteBatch batch, Optional<CollectionRouting> routing, WriteOutcome outcome) {
        if (routing.isEmpty()) {
            return withoutCollection(batch);
        }
        List<WriteTarget> targets = targets(batch, routing.get());
        String only = onlyShard(targets);
        if (only != null) {
            List<WriteStatement> part = statements(targets);
            return shards.send(only, PartRequests.of(batch, part, routing.get().version()))
                    .thenApply(ShardReplies::demandOk);
        }
        Progress progress = new Progress(batch, outcome);
        return Settled.then(
                progress.step(routing.get(), targets),
                (done, failure) -> failure == null || isStale(failure)
                        // What was done is done: from here on only what is left may be sent again.
                        ? progress.rest()
                        : CompletableFuture.failedFuture(failure));
    }

    private static boolean isStale(Throwable failure) {
        return ShardReplies.isRefusal(failure, ErrorCode.STALE_CONFIG);
    }

    private List<WriteTarget> targets(WriteBatch batch, CollectionRouting routing) {
        List<WriteTarget> targets = new ArrayList<>(batch.statements().size());
        for (WriteStatement statement : batch.statements()) {
            targets.add(targeter.target(batch.kind(), routing, statement, batch.context()));
        }
        return targets;
    }

    /** The shard that can have the whole batch; null when there is none. */
    private static @Nullable String onlyShard(List<WriteTarget> targets) {
        String only = null;
        for (WriteTarget target : targets) {
            if (!(target instanceof WriteTarget.OneShard one) || (only != null && !only.equals(one.shard()))) {
                return null;
            }
            only = one.shard();
        }
        return only;
    }

    private static List<WriteStatement> statements(List<WriteTarget> targets) {
        List<WriteStatement> statements = new ArrayList<>(targets.size());
        targets.forEach(target -> statements.add(target.statement()));
        return statements;
    }

    /** What inserts makes the collection first; everything else is told by some shard that it found nothing. */
    private CompletableFuture<BsonDocument> withoutCollection(WriteBatch batch) {
        if (mayInsert(batch)) {
            return ddl.ensure(batch.namespace(), defaultSpread, batch.deadlineNanos())
                    .thenApply(made -> {
                        throw new CommandException(
                                ErrorCode.STALE_CONFIG, "the collection " + batch.namespace() + " was made just now");
                    });
        }
        return shards.send(
                        shards.configShard(),
                        PartRequests.of(batch, batch.statements(), ExpectedVersion.noCollection()))
                .thenApply(ShardReplies::demandOk);
    }

    private static boolean mayInsert(WriteBatch batch) {
        return switch (batch.kind()) {
            case INSERT -> true;
            case UPDATE ->
                batch.statements().stream()
                        .anyMatch(
                                statement -> new Arguments("update.updates." + statement.index(), statement.document())
                                        .bool("upsert", false));
            case DELETE -> false;
        };
    }

    /**
     * A batch that is carried out in several steps, each of which leaves fewer statements to do. Used by one step at a
     * time.
     */
    private final class Progress {
        private final WriteBatch batch;
        private final WriteOutcome outcome;
        private List<WriteStatement> left;
        private int steps;

        Progress(WriteBatch batch, WriteOutcome outcome) {
            this.batch = batch;
            this.outcome = outcome;
            left = batch.statements();
        }

        /** Goes on until nothing is left. */
        CompletableFuture<BsonDocument> rest() {
            if (left.isEmpty() || (batch.ordered() && outcome.hasErrors())) {
                return CompletableFuture.completedFuture(outcome.reply());
            }
            steps++;
            // Steps that complete at once would pile up on the stack of the first.
            CompletableFuture<Void> turn = steps % STEPS_ON_ONE_STACK == 0
                    ? CompletableFuture.runAsync(() -> {}, environment.workers())
                    : CompletableFuture.completedFuture(null);
            return turn.thenCompose(now -> calls.run(batch.namespace(), this::next))
                    .thenCompose(done -> rest());
        }

        private CompletableFuture<Void> next(Optional<CollectionRouting> routing) {
            WriteBatch remaining = batch.withStatements(left);
            if (routing.isEmpty()) {
                return withoutCollection(remaining).thenAccept(reply -> {
                    outcome.add(left, (RawDocument) reply);
                    left = List.of();
                });
            }
            return step(routing.get(), targets(remaining, routing.get()));
        }

        /** One step over targets of all that is left. */
        CompletableFuture<Void> step(CollectionRouting routing, List<WriteTarget> targets) {
            return batch.ordered() ? orderedStep(routing, targets) : unorderedStep(routing, targets);
        }

        private CompletableFuture<Void> orderedStep(CollectionRouting routing, List<WriteTarget> targets) {
            Map<String, List<WriteStatement>> parts = new LinkedHashMap<>();
            int count = 0;
            while (count < targets.size() && targets.get(count) instanceof WriteTarget.OneShard one) {
                add(parts, one.shard(), one.statement());
                count++;
            }
            if (count == 0) {
                return single(routing, targets.get(0)).thenAccept(done -> left = left.subList(1, left.size()));
            }
            int done = count;
            // In a transaction the first error undoes everything, so nothing has to be kept aside.
            CompletableFuture<Void> run = parts.size() == 1 || batch.session().inTransaction()
                    ? plain(routing, parts)
                    : new StagedRun(shards, environment, batch, routing, parts, outcome, turns).run();
            return run.thenAccept(finished -> left = left.subList(done, left.size()));
        }

        private CompletableFuture<Void> single(CollectionRouting routing, WriteTarget target) {
            if (target instanceof WriteTarget.Refused refused) {
                outcome.fail(refused.statement().index(), refused.reason());
                return CompletableFuture.completedFuture(null);
            }
            if (target instanceof WriteTarget.EachShard each) {
                Map<String, List<WriteStatement>> parts = new LinkedHashMap<>();
                each.shards().forEach(shard -> add(parts, shard, each.statement()));
                return plain(routing, parts);
            }
            return ownerFirst(routing, target.statement());
        }

        /** Fails with what concerns the whole command; what concerns the statement becomes its error. */
        private CompletableFuture<Void> ownerFirst(CollectionRouting routing, WriteStatement statement) {
            CompletableFuture<Void> run;
            try {
                run = ownerFirst.run(batch, routing, statement, outcome);
            } catch (CommandException refusal) {
                run = CompletableFuture.failedFuture(refusal);
            }
            return Settled.then(run, (done, failure) -> {
                Optional<CommandException> own =
                        failure == null ? Optional.empty() : OwnerFirstWriter.statementError(failure);
                own.ifPresent(reason -> outcome.fail(statement.index(), reason));
                return failure == null || own.isPresent()
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(failure);
            });
        }

        /** Sends parts as ordinary commands; fails when one is refused. */
        private CompletableFuture<Void> plain(CollectionRouting routing, Map<String, List<WriteStatement>> parts) {
            List<CompletableFuture<Void>> sent = new ArrayList<>();
            parts.forEach((shard, part) -> sent.add(shards.send(shard, PartRequests.of(batch, part, routing.version()))
                    .thenAccept(reply -> outcome.add(part, ShardReplies.demandOk(reply)))));
            return Gathered.all(sent).thenAccept(all -> {});
        }

        private CompletableFuture<Void> unorderedStep(CollectionRouting routing, List<WriteTarget> targets) {
            Map<String, List<WriteStatement>> parts = new LinkedHashMap<>();
            List<WriteStatement> searched = new ArrayList<>();
            for (WriteTarget target : targets) {
                if (target instanceof WriteTarget.OneShard one) {
                    add(parts, one.shard(), one.statement());
                } else if (target instanceof WriteTarget.EachShard each) {
                    each.shards().forEach(shard -> add(parts, shard, each.statement()));
                } else if (target instanceof WriteTarget.OwnerFirst first) {
                    searched.add(first.statement());
                } else if (target instanceof WriteTarget.Refused refused) {
                    outcome.fail(refused.statement().index(), refused.reason());
                }
            }
            List<WriteStatement> again = new ArrayList<>();
            List<CompletableFuture<Void>> running = new ArrayList<>();
            parts.forEach((shard, part) -> running.add(part(routing, shard, part, again)));
            for (int lane = 0; lane < Math.min(OWNER_SEARCHES_MAX, searched.size()); lane++) {
                running.add(searchLane(routing, searched, lane, again));
            }
            return Gathered.all(running).thenCompose(all -> {
                left = again;
                return again.isEmpty()
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(
                                new CommandException(ErrorCode.STALE_CONFIG, "a part was routed by old knowledge"));
            });
        }

        /**
         * One part of an unordered batch. If its shard knows better, its statements are to be done again; if its shard
         * is away, they have failed, and the other parts have not.
         */
        private CompletableFuture<Void> part(
                CollectionRouting routing, String shard, List<WriteStatement> part, List<WriteStatement> again) {
            CompletableFuture<Void> sent = shards.send(shard, PartRequests.of(batch, part, routing.version()))
                    .thenAccept(reply -> outcome.add(part, ShardReplies.demandOk(reply)));
            return Settled.then(sent, (done, failure) -> settled(failure, part, again));
        }

        private CompletableFuture<Void> settled(
                @Nullable Throwable failure, List<WriteStatement> part, List<WriteStatement> again) {
            CommandException refusal = failure == null ? null : ShardReplies.refusalIn(failure);
            if (refusal != null && refusal.code().equals(ErrorCode.STALE_CONFIG)) {
                synchronized (again) {
                    again.addAll(part);
                }
                return CompletableFuture.completedFuture(null);
            }
            boolean alone = !batch.session().inTransaction();
            if (refusal != null && alone && refusal.code().equals(ErrorCode.HOST_UNREACHABLE)) {
                part.forEach(statement -> outcome.fail(statement.index(), refusal));
                return CompletableFuture.completedFuture(null);
            }
            return failure == null ? CompletableFuture.completedFuture(null) : CompletableFuture.failedFuture(failure);
        }

        /** Every so many-th of the statements whose shard has to be found first, one after another. */
        private CompletableFuture<Void> searchLane(
                CollectionRouting routing, List<WriteStatement> searched, int from, List<WriteStatement> again) {
            CompletableFuture<Void> lane = CompletableFuture.completedFuture(null);
            for (int i = from; i < searched.size(); i += OWNER_SEARCHES_MAX) {
                WriteStatement statement = searched.get(i);
                CompletableFuture<Void> run = lane.thenCompose(before -> ownerFirst(routing, statement));
                lane = Settled.then(run, (done, failure) -> settled(failure, List.of(statement), again));
            }
            return lane;
        }
    }

    private static void add(Map<String, List<WriteStatement>> parts, String shard, WriteStatement statement) {
        parts.computeIfAbsent(shard, first -> new ArrayList<>()).add(statement);
    }
}
