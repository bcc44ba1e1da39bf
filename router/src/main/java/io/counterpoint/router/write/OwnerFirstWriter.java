package io.counterpoint.router.write;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.random.ObjectIds;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.key.ShardKey;
import io.counterpoint.query.QueryContext;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.routing.ShardTargeter;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.Shards;
import io.counterpoint.wire.command.Arguments;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Carries out a statement of which the shard has to be found first: an update or delete of one document whose filter
 * leaves the shard open, or an upsert of that kind.
 *
 * <pre>
 * done before      a retry: the shard that did it answers again (see RetryProbe)
 * found            to its shard, for its _id; found anew if it vanished on the way
 * not found        an upsert: to the shard that owns the key of the document it would insert
 *                  anything else: to some shard, which finds nothing either
 * </pre>
 */
final class OwnerFirstWriter {
    /**
     * A document that is written to and removed all the time may vanish again and again; some time it has to be enough.
     */
    private static final int ATTEMPTS_MAX = 20;

    /** Refusals that are not about one statement. */
    private static final Set<ErrorCode> CONCERN_THE_COMMAND = Set.of(
            ErrorCode.STALE_CONFIG,
            ErrorCode.HOST_UNREACHABLE,
            ErrorCode.MAX_TIME_MS_EXPIRED,
            ErrorCode.TRANSACTION_TOO_OLD);

    private final Shards shards;
    private final OwnerFinder owners;
    private final RetryProbe probe;
    private final ObjectIds objectIds;

    OwnerFirstWriter(Shards shards, ObjectIds objectIds) {
        this.shards = shards;
        this.objectIds = objectIds;
        owners = new OwnerFinder(shards);
        probe = new RetryProbe(shards);
    }

    /**
     * Runs the statement and adds what came of it; fails as the call as a whole does, with StaleConfig only if nothing
     * was done.
     */
    CompletableFuture<Void> run(
            WriteBatch batch, CollectionRouting routing, WriteStatement statement, WriteOutcome outcome) {
        if (!isRetryable(batch, statement)) {
            return attempt(batch, routing, statement, outcome, 1);
        }
        List<String> candidates = ShardTargeter.shardsFor(
                routing, statement.document().getDocument("q"), statement.context(batch.context(), routing));
        return probe.ask(candidates, PartRequests.probe(batch, statement, routing.version()))
                .thenCompose(before -> {
                    if (before.isEmpty()) {
                        return attempt(batch, routing, statement, outcome, 1);
                    }
                    outcome.add(List.of(statement), before.get());
                    return CompletableFuture.completedFuture(null);
                });
    }

    /** Whether the statement may have been carried out before. */
    private static boolean isRetryable(WriteBatch batch, WriteStatement statement) {
        boolean multi =
                statement.document().getBoolean("multi", BsonBoolean.FALSE).getValue();
        return batch.retryable() && !batch.session().inTransaction() && !multi;
    }

    private CompletableFuture<Void> attempt(
            WriteBatch batch, CollectionRouting routing, WriteStatement statement, WriteOutcome outcome, int attempt) {
        Arguments arguments = new Arguments(
                batch.kind().command() + "." + batch.kind().field() + "." + statement.index(), statement.document());
        BsonDocument filter = arguments.requiredDocument("q");
        OwnerFinder.Search search = new OwnerFinder.Search(
                filter,
                arguments.documentOrEmpty("sort"),
                batch.body().get("let"),
                arguments.value("hint"),
                arguments.value("collation"),
                batch.session());
        return owners.find(routing, search, statement.context(batch.context(), routing), batch.deadlineNanos())
                .thenCompose(found -> {
                    boolean multi = arguments.bool("multi", false);
                    if (found.isEmpty()) {
                        return notFound(batch, routing, statement, arguments, outcome);
                    }
                    if (multi) {
                        return onEach(batch, routing, statement, outcome);
                    }
                    return found(batch, routing, statement, arguments, found.get(), outcome, attempt);
                });
    }

    private CompletableFuture<Void> found(
            WriteBatch batch,
            CollectionRouting routing,
            WriteStatement statement,
            Arguments arguments,
            OwnerFinder.Owner owner,
            WriteOutcome outcome,
            int attempt) {
        QueryContext context = statement.context(batch.context(), routing);
        if (batch.kind() == WriteKind.UPDATE) {
            ShardKey before = routing.pattern().keyOf(owner.document());
            ShardKeyGuard.check(routing, arguments, "u", false, before, context);
        }
        RawDocument filter = OwnerFinder.pinned(arguments.requiredDocument("q"), owner.id(), context.collation());
        WriteStatement pinned = statement.withDocument(pinned(statement.document(), filter));
        return send(batch, routing, owner.shard(), pinned).thenCompose(reply -> {
            if (vanished(reply) && attempt < ATTEMPTS_MAX) {
                return attempt(batch, routing, statement, outcome, attempt + 1);
            }
            outcome.add(List.of(pinned), reply);
            return CompletableFuture.completedFuture(null);
        });
    }

    private static boolean vanished(RawDocument reply) {
        return reply.getNumber("n").longValue() == 0 && !reply.containsKey("writeErrors");
    }

    /** The statement for one known document: it inserts nothing any more, and its order has been used up. */
    private static RawDocument pinned(RawDocument statement, RawDocument filter) {
        BsonOutput out = new BsonOutput();
        for (Map.Entry<String, BsonValue> field : statement.entrySet()) {
            switch (field.getKey()) {
                case "q" -> out.appendDocument("q", filter);
                case "upsert", "upsertId", "sort" -> {
                    // Not for a document that is there.
                }
                default -> out.appendValue(field.getKey(), field.getValue());
            }
        }
        return out.finish();
    }

    private CompletableFuture<Void> notFound(
            WriteBatch batch,
            CollectionRouting routing,
            WriteStatement statement,
            Arguments arguments,
            WriteOutcome outcome) {
        BsonDocument filter = arguments.requiredDocument("q");
        QueryContext context = statement.context(batch.context(), routing);
        if (batch.kind() != WriteKind.UPDATE || !arguments.bool("upsert", false)) {
            String any = ShardTargeter.shardsFor(routing, filter, context).get(0);
            return sendAndAdd(batch, routing, any, statement, outcome);
        }
        UpsertTarget target = UpsertTarget.of(routing, arguments, filter, "u", context, objectIds);
        WriteStatement inserting = target.upsertId() == null
                ? statement
                : statement.withDocument(new BsonOutput()
                        .appendFields(statement.document())
                        .appendObjectId("upsertId", target.upsertId())
                        .finish());
        return sendAndAdd(batch, routing, target.shard(), inserting, outcome);
    }

    /** A multi-update that would insert if nothing matched, but something does. */
    private CompletableFuture<Void> onEach(
            WriteBatch batch, CollectionRouting routing, WriteStatement statement, WriteOutcome outcome) {
        BsonOutput out = new BsonOutput();
        for (Map.Entry<String, BsonValue> field : statement.document().entrySet()) {
            if (!field.getKey().equals("upsert")) {
                out.appendValue(field.getKey(), field.getValue());
            }
        }
        WriteStatement plain = statement.withDocument(out.finish());
        Arguments arguments = new Arguments("update.updates." + statement.index(), plain.document());
        QueryContext context = plain.context(batch.context(), routing);
        ShardKeyGuard.check(routing, arguments, "u", true, null, context);
        List<String> targets = ShardTargeter.shardsFor(routing, arguments.requiredDocument("q"), context);
        return Gathered.all(targets.stream()
                        .map(shard -> sendAndAdd(batch, routing, shard, plain, outcome))
                        .toList())
                .thenAccept(all -> {});
    }

    private CompletableFuture<Void> sendAndAdd(
            WriteBatch batch, CollectionRouting routing, String shard, WriteStatement statement, WriteOutcome outcome) {
        return send(batch, routing, shard, statement).thenAccept(reply -> outcome.add(List.of(statement), reply));
    }

    private CompletableFuture<RawDocument> send(
            WriteBatch batch, CollectionRouting routing, String shard, WriteStatement statement) {
        return shards.send(shard, PartRequests.of(batch, List.of(statement), routing.version()))
                .thenApply(ShardReplies::demandOk);
    }

    /** Turns a refusal that concerns the statement into a write error; lets trouble of the whole call through. */
    static Optional<CommandException> statementError(Throwable failure) {
        CommandException refusal = ShardReplies.refusalIn(failure);
        return refusal == null || CONCERN_THE_COMMAND.contains(refusal.code())
                ? Optional.empty()
                : Optional.of(refusal);
    }
}
