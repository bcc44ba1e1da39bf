package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.router.txn.TransactionEnd;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.session.TransactionKey;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** {@code commitTransaction} and {@code abortTransaction}. */
final class TransactionCommands {
    private final TransactionEnd ends;

    private TransactionCommands(RouterAccess router) {
        this.ends = router.transactionEnd();
    }

    static List<CommandEntry> entries(RouterAccess router) {
        TransactionCommands commands = new TransactionCommands(router);
        return List.of(
                CommandEntry.command("commitTransaction", "Commits a transaction.")
                        .fields("recoveryToken")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY, Ability.IN_TRANSACTION)
                        .handledBy(commands::commit),
                CommandEntry.command("abortTransaction", "Aborts a transaction.")
                        .fields("recoveryToken")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY, Ability.IN_TRANSACTION)
                        .handledBy(commands::abort));
    }

    private CompletableFuture<BsonDocument> commit(CommandRequest request) {
        return ends.commit(key(request), decidingShard(request), request.writeConcern());
    }

    private CompletableFuture<BsonDocument> abort(CommandRequest request) {
        return ends.abort(key(request));
    }

    private static TransactionKey key(CommandRequest request) {
        TransactionKey key = request.transaction();
        if (key == null) {
            throw new CommandException(ErrorCode.INVALID_OPTIONS, request.name() + " must be run within a transaction");
        }
        return key;
    }

    private static @Nullable String decidingShard(CommandRequest request) {
        BsonDocument token = Arguments.of(request).document("recoveryToken");
        return token == null ? null : new Arguments(request.name() + ".recoveryToken", token).string("recoveryShardId");
    }
}
