package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/** Replies that are there at once. */
final class Replies {
    private Replies() {}

    static CompletableFuture<BsonDocument> of(BsonDocument document) {
        return CompletableFuture.completedFuture(document);
    }

    /**
     * A command that is known and refused by name.
     *
     * @param why what it would need, as a clause
     */
    static CommandEntry refused(String name, String help, String why) {
        return CommandEntry.command(name, help.replaceFirst("\\.$", "; not supported."))
                .abilities(Ability.ADMIN_ONLY, Ability.ANY_FIELDS)
                .handledBy(request -> {
                    throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED, name + " is not supported: " + why);
                });
    }
}
