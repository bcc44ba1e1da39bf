package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.shard.txn.Decision;
import io.counterpoint.shard.txn.PreparedRows;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.session.TransactionKey;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The end of transactions: {@code commitTransaction} and {@code abortTransaction}, and the steps by which routers
 * commit on several shards.
 */
final class TransactionCommands {
    private final ShardAccess shard;

    private TransactionCommands(ShardAccess shard) {
        this.shard = shard;
    }

    static List<CommandEntry> entries(ShardAccess shard) {
        TransactionCommands commands = new TransactionCommands(shard);
        return List.of(
                CommandEntry.command("commitTransaction", "Commits a transaction.")
                        .fields("recoveryToken")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY, Ability.IN_TRANSACTION)
                        .handledBy(commands::commit),
                CommandEntry.command("abortTransaction", "Aborts a transaction.")
                        .fields("recoveryToken")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY, Ability.IN_TRANSACTION)
                        .handledBy(commands::abort),
                routerEntry("_prepareTransaction", "Makes a transaction's changes durable without showing them.")
                        .fields("coordinator")
                        .handledBy(commands::prepare),
                routerEntry("_decideTransaction", "Carries out the decision on a prepared transaction.")
                        .fields("commit", "coordinator", "commitTime")
                        .handledBy(commands::decide),
                routerEntry("_transactionDecision", "Tells how this shard decided, and decides now if it did not.")
                        .handledBy(commands::decision),
                routerEntry("_forgetDecision", "Drops a decision that every participant has carried out.")
                        .handledBy(commands::forget),
                routerEntry("_keepSnapshot", "Keeps the state at a cluster time for reads to come.")
                        .fields("time")
                        .handledBy(commands::keepSnapshot),
                routerEntry("_forgetSnapshot", "Lets go of the state at a cluster time.")
                        .fields("time")
                        .handledBy(commands::forgetSnapshot),
                routerEntry("_transactionsInDoubt", "Lists prepared transactions that wait for a decision.")
                        .handledBy(commands::inDoubt));
    }

    private static CommandEntry.Builder routerEntry(String name, String help) {
        return CommandEntry.command(name, help)
                .abilities(Ability.WRITES, Ability.ADMIN_ONLY, Ability.IN_TRANSACTION, Ability.ROUTER_DOOR_ONLY);
    }

    private static TransactionKey key(CommandRequest request) {
        TransactionKey transaction = request.transaction();
        if (transaction == null) {
            throw new CommandException(ErrorCode.INVALID_OPTIONS, request.name() + " must be run within a transaction");
        }
        return transaction;
    }

    private CompletableFuture<BsonDocument> commit(CommandRequest request) {
        return shard.transactions().commit(key(request), WriteDoor.submission(request, false));
    }

    private CompletableFuture<BsonDocument> abort(CommandRequest request) {
        return shard.transactions().abort(key(request), WriteDoor.submission(request, false));
    }

    private CompletableFuture<BsonDocument> prepare(CommandRequest request) {
        String coordinator = Arguments.of(request).requiredString("coordinator");
        return shard.transactions().prepare(key(request), coordinator, WriteDoor.submission(request, false));
    }

    private CompletableFuture<BsonDocument> decide(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        return shard.transactions()
                .decide(
                        key(request),
                        new Decision(arguments.bool("commit", false), time(request.value("commitTime"))),
                        arguments.bool("coordinator", false),
                        WriteDoor.submission(request, false));
    }

    private CompletableFuture<BsonDocument> decision(CommandRequest request) {
        return shard.transactions()
                .decision(key(request), WriteDoor.submission(request, false))
                .thenApply(decision -> new BsonDocument("commit", BsonBoolean.valueOf(decision.commit()))
                        .append("commitTime", new BsonTimestamp(decision.commitTime())));
    }

    private CompletableFuture<BsonDocument> keepSnapshot(CommandRequest request) {
        return shard.cuts()
                .keep(time(request.value("time")), WriteDoor.submission(request, false))
                .thenApply(kept -> new BsonDocument());
    }

    private CompletableFuture<BsonDocument> forgetSnapshot(CommandRequest request) {
        shard.cuts().forget(time(request.value("time")));
        return CompletableFuture.completedFuture(new BsonDocument());
    }

    private static long time(@Nullable BsonValue value) {
        return value instanceof BsonTimestamp time ? time.getValue() : 0;
    }

    private CompletableFuture<BsonDocument> forget(CommandRequest request) {
        return shard.transactions().forget(key(request), WriteDoor.submission(request, false));
    }

    private CompletableFuture<BsonDocument> inDoubt(CommandRequest request) {
        BsonArray transactions = new BsonArray();
        for (PreparedRows.InDoubt row : shard.transactions().inDoubt()) {
            transactions.add(new BsonDocument("lsid", row.key().session().document())
                    .append("txnNumber", new BsonInt64(row.key().number()))
                    .append("coordinator", new BsonString(row.coordinator())));
        }
        return CompletableFuture.completedFuture(new BsonDocument("transactions", transactions));
    }
}
