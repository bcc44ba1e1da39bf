package io.counterpoint.router.txn;

import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.session.TransactionKey;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/**
 * Adds the {@code recoveryToken} to the replies of a transaction's statements: with it the client can ask any router to
 * end the transaction, after its own has gone.
 *
 * <p>Source: driver specification "Transactions", section "Sharded Transactions".
 */
public final class RecoveryTokens {
    private static final Set<String> ENDS = Set.of("commitTransaction", "abortTransaction");

    private RecoveryTokens() {}

    /** The entries, those that can be statements with a handler that adds the token. */
    public static List<CommandEntry> in(List<CommandEntry> entries, RouterTransactions transactions) {
        return entries.stream()
                .map(entry -> entry.can(Ability.IN_TRANSACTION) && !ENDS.contains(entry.name())
                        ? entry.withHandler(request -> run(entry, request, transactions))
                        : entry)
                .toList();
    }

    private static CompletableFuture<BsonDocument> run(
            CommandEntry entry, CommandRequest request, RouterTransactions transactions) {
        CompletableFuture<BsonDocument> reply = entry.handler().run(request);
        TransactionKey transaction = request.transaction();
        return transaction == null
                ? reply
                : reply.thenApply(body -> {
                    BsonDocument told = new BsonDocument();
                    told.putAll(body);
                    return told.append("recoveryToken", transactions.recoveryToken(transaction));
                });
    }
}
