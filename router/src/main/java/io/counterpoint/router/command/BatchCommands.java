package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.routing.QueryContexts;
import io.counterpoint.router.rpc.ClientSession;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.write.WriteBatch;
import io.counterpoint.router.write.WriteKind;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/** What {@code insert}, {@code update} and {@code delete} have in common on their way to the executor. */
final class BatchCommands {
    private final RouterAccess router;
    private final WriteKind kind;

    BatchCommands(RouterAccess router, WriteKind kind) {
        this.router = router;
        this.kind = kind;
    }

    CompletableFuture<BsonDocument> run(CommandRequest request) {
        Namespace namespace = CommandNames.namespace(request);
        if (!request.hasSequence(kind.field()) && request.value(kind.field()) == null) {
            throw RequestErrors.missing(kind.command() + "." + kind.field());
        }
        List<RawDocument> documents = request.documents(kind.field());
        checkCount(documents.size());
        if (CommandNames.isCounters(namespace)) {
            return switch (kind) {
                case INSERT -> router.counterWrites().insert(request);
                case UPDATE -> router.counterWrites().update(request);
                case DELETE -> router.counterWrites().delete(request);
            };
        }
        if (CommandNames.isUnrouted(namespace.database())) {
            return toConfigShard(request, documents);
        }
        WriteBatch batch = new WriteBatch(
                kind,
                namespace,
                WriteBatch.numbered(documents),
                Arguments.of(request).bool("ordered", true),
                request.body(),
                request.txnNumber().isPresent(),
                QueryContexts.of(request, router.environment()),
                ClientSession.of(request),
                request.deadlineNanos(),
                request.interruption());
        return router.writes().run(batch);
    }

    private CompletableFuture<BsonDocument> toConfigShard(CommandRequest request, List<RawDocument> documents) {
        RawDocument body =
                ForwardedBody.of(request.body(), Set.of(kind.field())).finish();
        ShardRequest forwarded =
                new ShardRequest(request.database(), body, kind.field(), documents, null, request.deadlineNanos());
        return router.shards().send(router.shards().configShard(), forwarded).thenApply(ShardReplies::demandOk);
    }

    /**
     * Checks the number of statements.
     *
     * @throws CommandException InvalidLength (16)
     */
    static void checkCount(int count) {
        if (count < 1 || count > Limits.WRITE_BATCH_COUNT_MAX) {
            throw new CommandException(
                    ErrorCode.INVALID_LENGTH,
                    "Write batch sizes must be between 1 and " + Limits.WRITE_BATCH_COUNT_MAX + ". Got " + count
                            + " operations.");
        }
    }
}
