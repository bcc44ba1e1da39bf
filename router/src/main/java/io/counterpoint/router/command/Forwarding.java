package io.counterpoint.router.command;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.merge.MergeCursor;
import io.counterpoint.router.merge.MergePlan;
import io.counterpoint.router.rpc.ClientSession;
import io.counterpoint.router.rpc.ExpectedVersion;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.ShardCursor;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.cursor.CursorRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Hands a whole command to one shard, and its answer back as the shard gave it. */
final class Forwarding {
    private final RouterAccess router;

    Forwarding(RouterAccess router) {
        this.router = router;
    }

    /** Runs the command on a shard; for commands whose reply has no cursor. */
    CompletableFuture<BsonDocument> to(String shard, CommandRequest request, @Nullable ExpectedVersion version) {
        return send(shard, request, version).thenApply(ShardReplies::demandOk);
    }

    /** Runs the command on the shard of the unsharded databases. */
    CompletableFuture<BsonDocument> toConfigShard(CommandRequest request) {
        return to(router.shards().configShard(), request, null);
    }

    /**
     * As {@link #to}, for commands that give cursors: what the shard keeps open is read on through a cursor of this
     * router.
     */
    CompletableFuture<BsonDocument> cursorOf(String shard, CommandRequest request, @Nullable ExpectedVersion version) {
        return send(shard, request, version).thenApply(reply -> adopted(shard, request, ShardReplies.demandOk(reply)));
    }

    private CompletableFuture<RawDocument> send(
            String shard, CommandRequest request, @Nullable ExpectedVersion version) {
        return router.shards().send(shard, request(request, version));
    }

    /** The command as a request for a shard, document sequences included. */
    static ShardRequest request(CommandRequest request, @Nullable ExpectedVersion version) {
        RawDocument body = ForwardedBody.of(request.body(), Set.of()).finish();
        if (request.sequences().isEmpty()) {
            return ShardRequest.of(request.database(), body, version, request.deadlineNanos())
                    .endingWith(request.interruption());
        }
        Map.Entry<String, List<RawDocument>> sequence =
                request.sequences().entrySet().iterator().next();
        return new ShardRequest(
                request.database(),
                body,
                sequence.getKey(),
                sequence.getValue(),
                version,
                request.deadlineNanos(),
                request.interruption());
    }

    /** The shard's reply, in which an open cursor has become one of this router. */
    BsonDocument adopted(String shard, CommandRequest request, RawDocument reply) {
        BsonDocument cursor = reply.getDocument("cursor");
        if (cursor.getNumber("id").longValue() == 0) {
            return reply;
        }
        ShardCursor opened = ShardCursor.of(shard, reply);
        ShardCursor drained = new ShardCursor(shard, opened.id(), opened.namespace(), List.of());
        MergeCursor source =
                new MergeCursor(router.shards(), List.of(drained), ClientSession.of(request), MergePlan.UNSORTED);
        long id = router.cursors().park(request, CursorRequest.of(opened.namespace()), source);
        BsonDocument own = new BsonDocument();
        for (Map.Entry<String, BsonValue> field : cursor.entrySet()) {
            own.put(field.getKey(), field.getKey().equals("id") ? new BsonInt64(id) : field.getValue());
        }
        BsonDocument whole = new BsonDocument();
        whole.putAll(reply);
        whole.put("cursor", own);
        return whole;
    }
}
