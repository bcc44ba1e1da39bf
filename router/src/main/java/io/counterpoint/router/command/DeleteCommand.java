package io.counterpoint.router.command;

import io.counterpoint.router.write.WriteKind;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.SharedFields;

/**
 * {@code delete}: to the shard of the document, or with {@code limit: 0} to all shards that can have documents it
 * selects.
 */
final class DeleteCommand {
    private DeleteCommand() {}

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("delete", "Removes documents.")
                .fields(SharedFields.DELETE)
                .abilities(Ability.WRITES, Ability.RETRYABLE, Ability.IN_TRANSACTION, Ability.EXPLAINABLE)
                .handledBy(new BatchCommands(router, WriteKind.DELETE)::run);
    }
}
