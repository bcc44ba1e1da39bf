package io.counterpoint.shard.command;

import io.counterpoint.shard.collection.BulkWrite;
import io.counterpoint.shard.collection.BulkWriteHandler;
import io.counterpoint.shard.collection.WriteOutcome;
import io.counterpoint.shard.loop.Submission;
import io.counterpoint.shard.loop.WriteHandler;
import io.counterpoint.shard.session.RetryKey;
import io.counterpoint.shard.txn.Beginning;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.SharedFields;
import io.counterpoint.wire.cursor.BatchSource;
import io.counterpoint.wire.session.TransactionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * {@code bulkWrite}: writes of all kinds on several collections. Neighbours of one kind on one collection run as one
 * write, and all of them in one batch of the write loop.
 *
 * <p>Source: the MongoDB manual, {@code bulkWrite}, and the driver specification "Bulk Write".
 */
final class BulkWriteCommand {
    private static final String CURSOR_NAMESPACE = "admin.$cmd.bulkWrite";

    private final ShardAccess shard;
    private final WriteDoor door;
    private final BulkWriteHandler handler;

    private BulkWriteCommand(ShardAccess shard) {
        this.shard = shard;
        this.door = new WriteDoor(shard);
        this.handler = new BulkWriteHandler(shard.writer(), shard.catalogWrites(), shard.finder());
    }

    static CommandEntry entry(ShardAccess shard) {
        return CommandEntry.command("bulkWrite", "Runs writes of all kinds on several collections.")
                .fields(SharedFields.BULK_WRITE)
                .routerFields("stmtIds")
                .abilities(Ability.WRITES, Ability.RETRYABLE, Ability.IN_TRANSACTION, Ability.ADMIN_ONLY)
                .handledBy(new BulkWriteCommand(shard)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        boolean errorsOnly = arguments.bool("errorsOnly", false);
        BulkOperations operations = BulkOperations.parse(request, shard, door);
        BulkWrite bulk = new BulkWrite(operations.parts(), arguments.bool("ordered", true), RetryKey.of(request));
        TransactionKey transaction = request.transaction();
        WriteHandler<BulkWrite, List<WriteOutcome>> asked =
                ValidationBypass.around(ValidationBypass.isAskedFor(request), handler);
        Submission submission = WriteDoor.submission(request, operations.heavy());
        CompletableFuture<List<WriteOutcome>> outcomes = transaction == null
                ? shard.loop().submit(asked, bulk, submission)
                : runInTransaction(asked, transaction, Beginning.of(request), bulk, submission);
        return outcomes.thenCompose(parts -> reply(request, new BulkReply(bulk.parts(), parts, errorsOnly)));
    }

    /** Each part is a statement of its own: a transaction checks the collection that a statement is about. */
    private CompletableFuture<List<WriteOutcome>> runInTransaction(
            WriteHandler<BulkWrite, List<WriteOutcome>> asked,
            TransactionKey transaction,
            @Nullable Beginning beginning,
            BulkWrite bulk,
            Submission submission) {
        CompletableFuture<List<WriteOutcome>> all = CompletableFuture.completedFuture(new ArrayList<>());
        for (BulkWrite.Part part : bulk.parts()) {
            BulkWrite alone = new BulkWrite(List.of(part), bulk.ordered(), null);
            Beginning first = part.first() == 0 ? beginning : null;
            all = all.thenCompose(outcomes -> shard.transactions()
                    .statement(transaction, first, part.write().namespace(), asked, alone, submission)
                    .thenApply(outcome -> {
                        outcomes.addAll(outcome);
                        return outcomes;
                    }));
        }
        return all;
    }

    private CompletableFuture<BsonDocument> reply(CommandRequest request, BulkReply reply) {
        return shard.cursors()
                .open(request, ListArguments.cursor(request, CURSOR_NAMESPACE), BatchSource.of(reply.entries()))
                .thenApply(reply::appendTotals);
    }
}
