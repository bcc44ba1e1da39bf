package io.counterpoint.wire.cursor;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code getMore}: the next batch of a cursor. */
final class GetMoreCommand {
    private final CursorTable cursors;

    private GetMoreCommand(CursorTable cursors) {
        this.cursors = cursors;
    }

    static CommandEntry entry(CursorTable cursors) {
        return CommandEntry.command("getMore", "Gives the next batch of a cursor.")
                .fields("collection", "batchSize")
                .abilities(Ability.READS, Ability.IN_TRANSACTION)
                .handledBy(new GetMoreCommand(cursors)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        BsonDocument body = request.body();
        BsonValue id = request.argument();
        if (!(id instanceof BsonInt64 cursorId)) {
            throw RequestErrors.wrongType("getMore.getMore", id, "long");
        }
        BsonValue collection = body.get("collection");
        if (collection == null) {
            throw RequestErrors.missing("getMore.collection");
        }
        if (!(collection instanceof BsonString name)) {
            throw RequestErrors.wrongType("getMore.collection", collection, "string");
        }
        if (request.deadlineNanos() != Long.MAX_VALUE) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE, "cannot set maxTimeMS on getMore command for a non-awaitData cursor");
        }
        return cursors.next(request, cursorId.getValue(), request.database() + "." + name.getValue(), batchSize(body));
    }

    private static int batchSize(BsonDocument body) {
        BsonValue value = body.get("batchSize");
        if (value == null) {
            return 0;
        }
        if (!(value instanceof BsonNumber number)) {
            throw RequestErrors.wrongType("getMore.batchSize", value, "[long, int, decimal, double]");
        }
        long size = number.longValue();
        if (size < 0) {
            throw new CommandException(
                    ErrorCode.location(51024),
                    "BSON field 'batchSize' value must be >= 0, actual value '" + size + "'");
        }
        return (int) Math.min(size, Integer.MAX_VALUE);
    }
}
