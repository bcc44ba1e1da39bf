package io.counterpoint.wire.command.basic;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import java.util.List;
import java.util.stream.Stream;

/** The commands of a login, refused: a client that has a password must learn that it was not asked for one. */
final class LoginCommands {
    private LoginCommands() {}

    static List<CommandEntry> entries() {
        return Stream.of("authenticate", "saslContinue", "saslStart")
                .map(LoginCommands::refused)
                .toList();
    }

    private static CommandEntry refused(String name) {
        return CommandEntry.command(name, "Logs in; not supported.")
                .abilities(Ability.UNAUTHENTICATED, Ability.ANY_FIELDS)
                .handledBy(request -> {
                    throw new CommandException(
                            ErrorCode.COMMAND_NOT_SUPPORTED,
                            name + " is not supported: this server has no authentication");
                });
    }
}
