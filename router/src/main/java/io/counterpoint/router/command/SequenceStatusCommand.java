package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code sequenceStatus: "db.collection.field"}: where the counter stands on every shard, never collapsed into one row.
 */
final class SequenceStatusCommand {
    private static final String SHARDS = "shards";

    private final RouterAccess router;

    private SequenceStatusCommand(RouterAccess router) {
        this.router = router;
    }

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("sequenceStatus", "Tells where the counter of an autoincrement field stands.")
                .abilities(Ability.READS)
                .handledBy(new SequenceStatusCommand(router)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        String sequence = Arguments.of(request).requiredString(request.name());
        ShardRequest each =
                ShardRequest.of(request.database(), ForwardedBody.of(request.body()), null, request.deadlineNanos());
        return Gathered.all(router.shards().sendEach(router.shards().names(), shard -> each))
                .thenApply(replies -> reply(sequence, replies));
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
