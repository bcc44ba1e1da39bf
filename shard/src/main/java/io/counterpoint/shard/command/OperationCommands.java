package io.counterpoint.shard.command;

import io.counterpoint.query.filter.Filter;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.OperationFields;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** {@code currentOp} and {@code killOp} of a shard's own operations. */
final class OperationCommands {
    private final ShardAccess shard;

    private OperationCommands(ShardAccess shard) {
        this.shard = shard;
    }

    static List<CommandEntry> entries(ShardAccess shard) {
        OperationCommands commands = new OperationCommands(shard);
        return List.of(
                CommandEntry.command("currentOp", "Lists running operations.")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY, Ability.ANY_FIELDS)
                        .handledBy(commands::currentOp),
                CommandEntry.command("killOp", "Ends a running operation.")
                        .fields("op")
                        .abilities(Ability.ADMIN_ONLY)
                        .handledBy(commands::killOp));
    }

    private CompletableFuture<BsonDocument> currentOp(CommandRequest request) {
        Filter filter = Filter.parse(OperationFields.filter(request), QueryArguments.context(request, shard));
        BsonArray running = new BsonArray();
        shard.operations().describe(shard.address()).stream()
                .filter(filter::matches)
                .forEach(running::add);
        return CompletableFuture.completedFuture(new BsonDocument("inprog", running));
    }

    private CompletableFuture<BsonDocument> killOp(CommandRequest request) {
        shard.operations().kill(OperationFields.number(request));
        return CompletableFuture.completedFuture(OperationFields.killed());
    }
}
