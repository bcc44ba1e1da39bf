package io.counterpoint.wire.cursor;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

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
        if (!(request.argument() instanceof BsonInt64 id)) {
            throw RequestErrors.wrongType("getMore.getMore", request.argument(), "long");
        }
        Arguments arguments = Arguments.of(request);
        if (arguments.has("maxTimeMS")) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE, "cannot set maxTimeMS on getMore command for a non-awaitData cursor");
        }
        String namespace = request.database() + "." + arguments.requiredString("collection");
        long batchSize = arguments.count("batchSize", 0);
        return cursors.next(request, id.getValue(), namespace, (int) Math.min(batchSize, Integer.MAX_VALUE));
    }
}
