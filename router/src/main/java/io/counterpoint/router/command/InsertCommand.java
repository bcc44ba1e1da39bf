package io.counterpoint.router.command;

import io.counterpoint.router.write.WriteKind;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.SharedFields;

/**
 * {@code insert}: each document to the shard that owns its key; documents without {@code _id} get one here, since the
 * key may need it.
 */
final class InsertCommand {
    private InsertCommand() {}

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("insert", "Stores documents.")
                .fields(SharedFields.INSERT)
                .abilities(Ability.WRITES, Ability.RETRYABLE, Ability.IN_TRANSACTION)
                .handledBy(new BatchCommands(router, WriteKind.INSERT)::run);
    }
}
