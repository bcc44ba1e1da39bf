package io.counterpoint.wire.command.basic;

import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;

/** {@code ping}: answers. */
final class PingCommand {
    private PingCommand() {}

    static CommandEntry entry() {
        return CommandEntry.command("ping", "Answers: a way to see that the server is there.")
                .abilities(Ability.UNAUTHENTICATED)
                .handledBy(request -> Reply.ok());
    }
}
