package io.counterpoint.wire.command.basic;

import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandTable;
import java.util.function.Supplier;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** {@code listCommands}: the commands a client can run. */
final class ListCommandsCommand {
    private ListCommandsCommand() {}

    /**
     * The entry.
     *
     * @param table the table that the entry itself stands in, hence not there yet
     */
    static CommandEntry entry(Supplier<CommandTable> table) {
        return CommandEntry.command("listCommands", "Lists the commands of the server.")
                .abilities(Ability.UNAUTHENTICATED)
                .handledBy(request -> Reply.of(reply(table.get())));
    }

    private static BsonDocument reply(CommandTable table) {
        BsonDocument commands = new BsonDocument();
        for (CommandEntry entry : table.list()) {
            if (!entry.can(Ability.ROUTER_DOOR_ONLY)) {
                commands.append(entry.name(), describe(entry));
            }
        }
        return new BsonDocument("commands", commands);
    }

    private static BsonDocument describe(CommandEntry entry) {
        return new BsonDocument("help", new BsonString(entry.help()))
                .append("requiresAuth", BsonBoolean.valueOf(!entry.can(Ability.UNAUTHENTICATED)))
                .append("secondaryOk", BsonBoolean.valueOf(!entry.can(Ability.WRITES)))
                .append("adminOnly", BsonBoolean.valueOf(entry.can(Ability.ADMIN_ONLY)));
    }
}
