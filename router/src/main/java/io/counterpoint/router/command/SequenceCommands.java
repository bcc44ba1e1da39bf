package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code sequenceStatus}, {@code sequenceSet}, {@code sequenceSync}, {@code sequenceExplain}, each about
 * {@code "db.collection.field"}: every shard is asked, and the answers are never collapsed into one.
 */
final class SequenceCommands {
    private static final String SHARDS = "shards";
    private static final String DRY_RUN = "dryRun";

    private final RouterAccess router;

    private SequenceCommands(RouterAccess router) {
        this.router = router;
    }

    static List<CommandEntry> entries(RouterAccess router) {
        SequenceCommands commands = new SequenceCommands(router);
        return List.of(
                CommandEntry.command("sequenceExplain", "Tells where a value of an autoincrement field came from.")
                        .fields("value")
                        .abilities(Ability.READS)
                        .handledBy(commands::run),
                CommandEntry.command("sequenceSet", "Puts the counter of an autoincrement field elsewhere.")
                        .fields("value", "isCalled", "force", DRY_RUN)
                        .abilities(Ability.WRITES)
                        .handledBy(commands::set),
                CommandEntry.command("sequenceStatus", "Tells where the counter of an autoincrement field stands.")
                        .abilities(Ability.READS)
                        .handledBy(commands::run),
                CommandEntry.command("sequenceSync", "Raises the counter of an autoincrement field to what is stored.")
                        .fields(DRY_RUN)
                        .abilities(Ability.WRITES)
                        .handledBy(commands::run));
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        return run(request, ForwardedBody.of(request.body(), Set.of()).finish());
    }

    /** What one shard refuses is to be known before another one has done it. */
    private CompletableFuture<BsonDocument> set(CommandRequest request) {
        RawDocument trial = ForwardedBody.of(request.body(), Set.of(DRY_RUN))
                .appendBoolean(DRY_RUN, true)
                .finish();
        CompletableFuture<BsonDocument> tried = run(request, trial);
        return Arguments.of(request).bool(DRY_RUN, false) ? tried : tried.thenCompose(agreed -> run(request));
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request, RawDocument body) {
        String sequence = Arguments.of(request).requiredString(request.name());
        ShardRequest each = ShardRequest.of(request.database(), body, null, request.deadlineNanos());
        return router.shards().sendAll(each).thenApply(replies -> reply(sequence, replies));
    }

    private static BsonDocument reply(String sequence, List<RawDocument> replies) {
        BsonDocument first = null;
        BsonArray shards = new BsonArray();
        for (RawDocument reply : replies) {
            if (ShardReplies.isOk(reply)) {
                first = first == null ? reply : first;
                shards.addAll(reply.getArray(SHARDS));
            } else {
                CommandException refusal = ShardReplies.refusal(reply);
                // A collection that is not sharded has its counters on one shard only.
                if (!refusal.code().equals(ErrorCode.KEY_NOT_FOUND)) {
                    throw refusal;
                }
            }
        }
        if (first == null) {
            throw new CommandException(
                    ErrorCode.KEY_NOT_FOUND, "there is no counter row " + sequence + " in admin.counters");
        }
        BsonDocument merged = new BsonDocument();
        for (Map.Entry<String, BsonValue> field : first.entrySet()) {
            if (!field.getKey().equals("ok")) {
                merged.put(field.getKey(), field.getKey().equals(SHARDS) ? shards : field.getValue());
            }
        }
        return merged;
    }
}
