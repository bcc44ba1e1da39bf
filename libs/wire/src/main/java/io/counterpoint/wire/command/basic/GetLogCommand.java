package io.counterpoint.wire.command.basic;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@code getLog}: log lines kept in memory. None are: the log is where the process writes it, and there are no warnings
 * for shells to show.
 */
final class GetLogCommand {
    private static final List<String> NAMES = List.of("global", "startupWarnings");

    private GetLogCommand() {}

    static CommandEntry entry() {
        return CommandEntry.command("getLog", "Gives log lines kept in memory.")
                .abilities(Ability.ADMIN_ONLY)
                .handledBy(GetLogCommand::run);
    }

    private static CompletableFuture<BsonDocument> run(CommandRequest request) {
        BsonValue value = request.argument();
        if (!(value instanceof BsonString name)) {
            throw RequestErrors.wrongType("getLog.getLog", value, "string");
        }
        if (name.getValue().equals("*")) {
            BsonArray names = new BsonArray();
            NAMES.forEach(each -> names.add(new BsonString(each)));
            return Reply.of(new BsonDocument("names", names));
        }
        if (!NAMES.contains(name.getValue())) {
            throw new CommandException(ErrorCode.OPERATION_FAILED, "No log named '" + name.getValue() + "'");
        }
        return Reply.of(new BsonDocument("totalLinesWritten", new BsonInt32(0)).append("log", new BsonArray()));
    }
}
