package io.counterpoint.router.command;

import io.counterpoint.router.write.WriteKind;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.SharedFields;

/**
 * {@code update}: to the shard of the document, or for {@code multi} to all shards that can have documents it selects.
 */
final class UpdateCommand {
    private UpdateCommand() {}

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("update", "Changes documents.")
                .fields(SharedFields.UPDATE)
                .abilities(Ability.WRITES, Ability.RETRYABLE, Ability.IN_TRANSACTION, Ability.EXPLAINABLE)
                .handledBy(new BatchCommands(router, WriteKind.UPDATE)::run);
    }
}
