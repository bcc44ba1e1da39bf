package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.collection.WriteOutcome;
import io.counterpoint.shard.loop.Submission;
import io.counterpoint.shard.loop.WriteHandler;
import io.counterpoint.shard.loop.WriteLoop;
import io.counterpoint.shard.txn.Beginning;
import io.counterpoint.shard.txn.StageTable;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import io.counterpoint.wire.session.TransactionKey;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Takes the parsed writes of a request to the loop, plainly or staged, and turns their outcome into a reply. */
final class WriteDoor {
    /** Field by which a router asks to stage. */
    static final String STAGE = "stage";

    private final WriteLoop loop;
    private final StageTable stages;
    private final ShardAccess shard;

    WriteDoor(ShardAccess shard) {
        this.shard = shard;
        this.loop = shard.loop();
        this.stages = shard.stages();
    }

    /** How the request's write wants to be treated. */
    static Submission submission(CommandRequest request, boolean heavy) {
        return new Submission(
                WriteConcern.durability(request),
                request.replyExecutor(),
                request.deadlineNanos(),
                request.interruption()::isSet,
                heavy);
    }

    /**
     * Identity for a collection that a write may have to make; null when a router says which collections there are.
     *
     * @param request by its door: a router makes collections itself, on every shard
     */
    @Nullable
    UUID newCollection(CommandRequest request) {
        return QueryArguments.version(request) != null
                ? null
                : shard.environment().random().nextUuid();
    }

    <C extends StageTable.Stageable<C>> CompletableFuture<BsonDocument> run(
            CommandRequest request, WriteHandler<C, WriteOutcome> handler, C command, Shape shape, boolean heavy) {
        if (request.inTransaction()) {
            return submit(request, handler, command, heavy).thenApply(outcome -> reply(outcome, shape));
        }
        Submission submission = submission(request, heavy);
        BsonValue stage = request.value(STAGE);
        if (stage == null) {
            return submit(request, handler, command, heavy).thenApply(outcome -> reply(outcome, shape));
        }
        StageTable.Staging<C, WriteOutcome> staging = new StageTable.Staging<>(
                ValidationBypass.around(ValidationBypass.isAskedFor(request), handler),
                command,
                WriteOutcome::done,
                outcome -> replyForSuccesses(outcome, shape));
        return stages.stage(request.connection(), stage.asInt64().getValue(), staging, submission)
                .thenApply(WriteDoor::stagedReply);
    }

    /** Takes one parsed write to the loop, as a statement of its transaction if it is in one. */
    <C, R> CompletableFuture<R> submit(CommandRequest request, WriteHandler<C, R> handler, C command, boolean heavy) {
        WriteHandler<C, R> asked = ValidationBypass.around(ValidationBypass.isAskedFor(request), handler);
        TransactionKey transaction = request.transaction();
        if (transaction == null) {
            return loop.submit(asked, command, submission(request, heavy));
        }
        return shard.transactions()
                .statement(
                        transaction,
                        Beginning.of(request),
                        QueryArguments.namespace(request),
                        asked,
                        command,
                        submission(request, heavy));
    }

    /** Which fields a command's reply has. */
    enum Shape {
        INSERT,
        UPDATE,
        DELETE
    }

    private static BsonDocument stagedReply(WriteOutcome outcome) {
        BsonDocument reply = new BsonDocument("n", new BsonInt32(0)).append("staged", new BsonInt32(outcome.done()));
        appendErrors(reply, outcome);
        return reply;
    }

    static BsonDocument reply(WriteOutcome outcome, Shape shape) {
        BsonDocument reply = replyForSuccesses(outcome, shape);
        appendErrors(reply, outcome);
        return reply;
    }

    private static BsonDocument replyForSuccesses(WriteOutcome outcome, Shape shape) {
        BsonDocument reply = new BsonDocument("n", count(outcome.matched()));
        if (shape == Shape.UPDATE) {
            reply.append("nModified", count(outcome.modified()));
            appendUpserts(reply, outcome);
        }
        appendNumbers(reply, outcome);
        return reply;
    }

    /** As MongoDB shows counts: int32 while it fits. */
    static BsonValue count(long count) {
        return count == (int) count ? new BsonInt32((int) count) : new BsonInt64(count);
    }

    private static void appendUpserts(BsonDocument reply, WriteOutcome outcome) {
        if (outcome.upserts().isEmpty()) {
            return;
        }
        BsonArray upserted = new BsonArray();
        for (WriteOutcome.Upsert upsert : outcome.upserts()) {
            upserted.add(new BsonDocument("index", new BsonInt32(upsert.index())).append("_id", upsert.id()));
        }
        reply.append("upserted", upserted);
    }

    private static void appendErrors(BsonDocument reply, WriteOutcome outcome) {
        if (outcome.failures().isEmpty()) {
            return;
        }
        BsonArray errors = new BsonArray();
        for (WriteOutcome.Failure failure : outcome.failures()) {
            errors.add(writeError(failure.index(), failure.error()));
        }
        reply.append("writeErrors", errors);
    }

    /** {@code {index, code, …details, errmsg}}. */
    static BsonDocument writeError(int index, CommandException error) {
        BsonDocument entry = new BsonDocument("index", new BsonInt32(index));
        appendError(entry, error);
        return entry;
    }

    /** Appends {@code {code, …details, errmsg}}. */
    static void appendError(BsonDocument entry, CommandException error) {
        entry.append("code", new BsonInt32(error.code().number()));
        BsonDocument details = error.details();
        if (details != null) {
            details.forEach(entry::put);
        }
        entry.append("errmsg", new BsonString(error.text()));
    }

    private static void appendNumbers(BsonDocument reply, WriteOutcome outcome) {
        if (outcome.numbers().isEmpty()) {
            return;
        }
        BsonArray numbers = new BsonArray();
        for (WriteOutcome.Numbered number : outcome.numbers()) {
            numbers.add(number(number.index(), number));
        }
        reply.append("autoincrement", numbers);
    }

    /** {@code {index, field, value}}, with the position in the whole command. */
    static BsonDocument number(int index, WriteOutcome.Numbered number) {
        return new BsonDocument("index", new BsonInt32(index))
                .append("field", new BsonString(number.field()))
                .append("value", number.value());
    }

    /**
     * The statements of a write command.
     *
     * @throws CommandException 40414 when the field is missing; InvalidLength (16) for none, or more than a command may
     *     have
     */
    static List<RawDocument> statements(CommandRequest request, String field) {
        if (!request.hasSequence(field) && request.value(field) == null) {
            throw RequestErrors.missing(request.name() + "." + field);
        }
        List<RawDocument> statements = request.documents(field);
        if (statements.isEmpty() || statements.size() > Limits.WRITE_BATCH_COUNT_MAX) {
            throw new CommandException(
                    ErrorCode.INVALID_LENGTH,
                    "Write batch sizes must be between 1 and " + Limits.WRITE_BATCH_COUNT_MAX + ". Got "
                            + statements.size() + " operations.");
        }
        return statements;
    }
}
