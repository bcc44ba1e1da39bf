package io.counterpoint.router.command;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardCursor;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** {@code currentOp} and {@code killOp}. */
final class OperationCommands {
    private final RouterAccess router;

    private OperationCommands(RouterAccess router) {
        this.router = router;
    }

    static List<CommandEntry> entries(RouterAccess router) {
        OperationCommands commands = new OperationCommands(router);
        return List.of(
                CommandEntry.command("currentOp", "Lists running operations of all shards.")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY, Ability.ANY_FIELDS)
                        .handledBy(commands::currentOp),
                Replies.refused("killOp", "Ends a running operation.", "operations end at their own time limit"));
    }

    private CompletableFuture<BsonDocument> currentOp(CommandRequest request) {
        BsonDocument stage = new BsonDocument("$currentOp", new BsonDocument());
        RawDocument body = BsonBytes.raw(new BsonDocument("aggregate", new BsonInt32(1))
                .append("pipeline", new BsonArray(List.of(stage)))
                .append("cursor", new BsonDocument()));
        List<CompletableFuture<List<RawDocument>>> answers = new ArrayList<>();
        for (String shard : router.shards().names()) {
            answers.add(router.shards()
                    .send(shard, ShardRequest.of("admin", body, null, request.deadlineNanos()))
                    .thenCompose(reply -> ShardCursor.of(shard, reply).drain(router.shards())));
        }
        return Gathered.all(answers).thenApply(perShard -> {
            BsonArray running = new BsonArray();
            perShard.forEach(running::addAll);
            return new BsonDocument("inprog", running);
        });
    }
}
