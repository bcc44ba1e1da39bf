package io.counterpoint.router.command;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.router.routing.QueryContexts;
import io.counterpoint.router.routing.ShardTargeter;
import io.counterpoint.router.rpc.ExpectedVersion;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/**
 * Sends a read that gives one document, not a cursor, to every shard that can have what its filter selects; a read of a
 * view becomes an aggregate.
 */
final class TargetedReads {
    private final RouterAccess router;

    TargetedReads(RouterAccess router) {
        this.router = router;
    }

    /** Makes the command's reply. */
    interface Answers {
        /** Of the replies of several shards, in the order of values that the command asks for. */
        BsonDocument ofShards(List<RawDocument> replies, ValueOrder order);

        /** Of the reply to the aggregate that a read of a view is. */
        BsonDocument ofView(BsonDocument aggregated);
    }

    /**
     * The reply.
     *
     * @param filter says which shards
     * @param several the command when several shards are asked
     * @param answers makes the reply, where it is not a single shard's reply to the client's own command
     */
    CompletableFuture<BsonDocument> ask(
            CommandRequest request, Namespace namespace, BsonDocument filter, RawDocument several, Answers answers) {
        if (CommandNames.isUnrouted(namespace.database())) {
            return one(router.shards().configShard(), Forwarding.request(request, null));
        }
        return router.calls().run(namespace, found -> {
            if (found.isEmpty()) {
                return one(router.shards().configShard(), Forwarding.request(request, ExpectedVersion.noCollection()));
            }
            if (found.get().view()) {
                return AggregateCommand.runOnView(router, request).thenApply(answers::ofView);
            }
            QueryContext context =
                    QueryContexts.of(request, router.environment(), found.get().collation());
            List<String> targets = ShardTargeter.shardsFor(found.get(), filter, context);
            if (targets.size() == 1) {
                return one(
                        targets.get(0), Forwarding.request(request, found.get().version()));
            }
            ShardRequest each = ShardRequest.of(
                            request.database(), several, found.get().version(), request.deadlineNanos())
                    .endingWith(request.interruption());
            return Gathered.all(router.shards().sendEach(targets, shard -> each))
                    .thenApply(replies -> {
                        replies.forEach(ShardReplies::demandOk);
                        return answers.ofShards(replies, context.order());
                    });
        });
    }

    private CompletableFuture<BsonDocument> one(String shard, ShardRequest request) {
        return router.shards().send(shard, request).thenApply(ShardReplies::demandOk);
    }
}
