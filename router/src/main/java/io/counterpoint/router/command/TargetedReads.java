package io.counterpoint.router.command;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.collation.Collation;
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

/** Sends a read that gives one document, not a cursor, to every shard that can have what its filter selects. */
final class TargetedReads {
    private final RouterAccess router;

    TargetedReads(RouterAccess router) {
        this.router = router;
    }

    /**
     * What shards answered.
     *
     * @param replies none of them a refusal; a single one is the answer to the client's own command
     * @param ofCollection the collation of the collection that all of them have a part of
     */
    record Answers(List<RawDocument> replies, Collation ofCollection) {}

    /**
     * The answers of the shards.
     *
     * @param filter says which shards
     * @param several the command when several shards are asked
     */
    CompletableFuture<Answers> ask(
            CommandRequest request, Namespace namespace, BsonDocument filter, RawDocument several) {
        if (CommandNames.isUnrouted(namespace.database())) {
            return one(router.shards().configShard(), Forwarding.request(request, null));
        }
        return router.calls().run(namespace, found -> {
            if (found.isEmpty()) {
                return one(router.shards().configShard(), Forwarding.request(request, ExpectedVersion.noCollection()));
            }
            List<String> targets = ShardTargeter.shardsFor(
                    found.get(),
                    filter,
                    QueryContexts.of(request, router.environment(), found.get().collation()));
            if (targets.size() == 1) {
                return one(
                        targets.get(0), Forwarding.request(request, found.get().version()));
            }
            ShardRequest each =
                    ShardRequest.of(request.database(), several, found.get().version(), request.deadlineNanos());
            return Gathered.all(router.shards().sendEach(targets, shard -> each))
                    .thenApply(replies -> {
                        replies.forEach(ShardReplies::demandOk);
                        return new Answers(replies, found.get().collation());
                    });
        });
    }

    private CompletableFuture<Answers> one(String shard, ShardRequest request) {
        return router.shards()
                .send(shard, request)
                .thenApply(reply -> new Answers(List.of(ShardReplies.demandOk(reply)), Collation.SIMPLE));
    }
}
