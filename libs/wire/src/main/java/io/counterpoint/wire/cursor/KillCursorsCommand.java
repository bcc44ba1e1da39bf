package io.counterpoint.wire.cursor;

import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code killCursors}: ends cursors before their last batch. */
final class KillCursorsCommand {
    private final CursorTable cursors;

    private KillCursorsCommand(CursorTable cursors) {
        this.cursors = cursors;
    }

    static CommandEntry entry(CursorTable cursors) {
        return CommandEntry.command("killCursors", "Ends cursors.")
                .fields("cursors")
                .abilities(Ability.READS, Ability.IN_TRANSACTION)
                .handledBy(new KillCursorsCommand(cursors)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        if (!(request.argument() instanceof BsonString)) {
            throw RequestErrors.wrongType("killCursors.killCursors", request.argument(), "string");
        }
        BsonArray ids = Arguments.of(request).array("cursors");
        if (ids == null) {
            throw RequestErrors.missing("killCursors.cursors");
        }
        BsonArray killed = new BsonArray();
        BsonArray notFound = new BsonArray();
        for (BsonValue id : ids) {
            if (!(id instanceof BsonInt64 cursorId)) {
                throw RequestErrors.wrongType("killCursors.cursors", id, "long");
            }
            (cursors.kill(cursorId.getValue()) ? killed : notFound).add(cursorId);
        }
        return CompletableFuture.completedFuture(new BsonDocument("cursorsKilled", killed)
                .append("cursorsNotFound", notFound)
                .append("cursorsAlive", new BsonArray())
                .append("cursorsUnknown", new BsonArray()));
    }
}
