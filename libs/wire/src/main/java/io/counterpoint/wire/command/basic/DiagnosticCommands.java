package io.counterpoint.wire.command.basic;

import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Commands that shells and graphical tools ask on their way in, each with an answer of one or two fields. */
final class DiagnosticCommands {
    private DiagnosticCommands() {}

    static List<CommandEntry> entries() {
        return List.of(
                CommandEntry.command("connectionStatus", "Tells who is logged in on the connection.")
                        .fields("showPrivileges")
                        .abilities(Ability.UNAUTHENTICATED)
                        .handledBy(request -> Reply.of(connectionStatus(request))),
                CommandEntry.command("getCmdLineOpts", "Gives the options the process was started with.")
                        .abilities(Ability.ADMIN_ONLY)
                        .handledBy(request -> Reply.of(
                                new BsonDocument("argv", new BsonArray()).append("parsed", new BsonDocument()))),
                CommandEntry.command("getFreeMonitoringStatus", "Tells that there is no free monitoring.")
                        .abilities(Ability.ADMIN_ONLY)
                        .handledBy(request -> Reply.of(new BsonDocument("state", new BsonString("disabled")))),
                CommandEntry.command("logout", "Ends the login of the connection.")
                        .abilities(Ability.UNAUTHENTICATED)
                        .handledBy(request -> Reply.ok()),
                CommandEntry.command("whatsmyuri", "Gives the client's own address.")
                        .abilities(Ability.UNAUTHENTICATED)
                        .handledBy(request -> Reply.of(new BsonDocument(
                                "you", new BsonString(request.connection().remote())))));
    }

    private static BsonDocument connectionStatus(CommandRequest request) {
        BsonDocument info = new BsonDocument("authenticatedUsers", new BsonArray())
                .append("authenticatedUserRoles", new BsonArray());
        if (request.value("showPrivileges") instanceof BsonBoolean show && show.getValue()) {
            info.append("authenticatedUserPrivileges", new BsonArray());
        }
        return new BsonDocument("authInfo", info);
    }
}
