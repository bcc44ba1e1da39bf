package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.router.routing.QueryContexts;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.OperationFields;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@code currentOp} and {@code killOp}: of the shards' operations, which go by {@code shard:number}. What a client
 * started through a router is seen as what it does on the shards; ending it there ends it for the client. An operation
 * of the router itself goes by its number alone, and is shown by {@code $currentOp} with {@code localOps}.
 *
 * <p>Source: MongoDB manual, "currentOp" and "killOp", sharded clusters.
 */
final class OperationCommands {
    private static final String OP = "op";

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
                CommandEntry.command("killOp", "Ends a running operation.")
                        .fields(OP)
                        .abilities(Ability.ADMIN_ONLY)
                        .handledBy(commands::killOp));
    }

    private CompletableFuture<BsonDocument> currentOp(CommandRequest request) {
        Filter filter = Filter.parse(OperationFields.filter(request), QueryContexts.of(request, router.environment()));
        return ofShards(router, request.deadlineNanos()).thenApply(operations -> {
            BsonArray running = new BsonArray();
            operations.stream().filter(filter::matches).forEach(running::add);
            return new BsonDocument("inprog", running);
        });
    }

    /** The running operations of all shards, under the names they have through a router. */
    static CompletableFuture<List<BsonDocument>> ofShards(RouterAccess router, long deadlineNanos) {
        List<String> names = router.shards().names();
        RawDocument body = BsonBytes.raw(new BsonDocument("currentOp", new BsonInt32(1)));
        ShardRequest each = ShardRequest.of("admin", body, null, deadlineNanos);
        return router.shards().sendAll(each).thenApply(replies -> {
            List<BsonDocument> operations = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                for (BsonValue operation : ShardReplies.demandOk(replies.get(i)).getArray("inprog")) {
                    operations.add(named(names.get(i), operation.asDocument()));
                }
            }
            return operations;
        });
    }

    private static BsonDocument named(String shard, BsonDocument operation) {
        BsonDocument named = new BsonDocument("shard", new BsonString(shard));
        named.putAll(operation);
        named.put(
                "opid", new BsonString(shard + ":" + operation.getInt32("opid").getValue()));
        return named;
    }

    private CompletableFuture<BsonDocument> killOp(CommandRequest request) {
        if (!(request.body().get(OP) instanceof BsonString name)) {
            router.operations().kill(OperationFields.number(request));
            return CompletableFuture.completedFuture(OperationFields.killed());
        }
        String text = name.getValue();
        int colon = text.lastIndexOf(':');
        if (colon <= 0 || !text.substring(colon + 1).matches("-?\\d{1,9}")) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "The op argument to killOp must be of the format shardid:opid but found \"" + text + "\"");
        }
        RawDocument body = BsonBytes.raw(new BsonDocument("killOp", new BsonInt32(1))
                .append(OP, new BsonInt32(Integer.parseInt(text.substring(colon + 1)))));
        return router.shards()
                .send(text.substring(0, colon), ShardRequest.of("admin", body, null, request.deadlineNanos()))
                .thenApply(ShardReplies::demandOk);
    }
}
