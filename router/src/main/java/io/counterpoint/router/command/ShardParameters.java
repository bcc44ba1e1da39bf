package io.counterpoint.router.command;

import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.CommandHandler;
import io.counterpoint.wire.command.CommandRequest;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/**
 * Settings that shards have and a router has not, {@code ttlMonitorSleepSecs} among them: {@code setParameter} changes
 * them on every shard, {@code getParameter} shows those of the first. MongoDB wants a connection to each shard for it.
 */
public final class ShardParameters implements CommandHandler {
    private final RouterAccess router;

    /** Settings of a router's shards. */
    public ShardParameters(RouterAccess router) {
        this.router = router;
    }

    @Override
    public CompletableFuture<BsonDocument> run(CommandRequest request) {
        ShardRequest each =
                ShardRequest.of(request.database(), ForwardedBody.of(request.body()), null, request.deadlineNanos());
        return router.shards().sendAll(each).thenApply(replies -> {
            replies.forEach(ShardReplies::demandOk);
            return replies.get(0);
        });
    }
}
