package io.counterpoint.wire.command.basic;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.base.random.RandomSource;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import io.counterpoint.wire.session.SessionId;
import io.counterpoint.wire.session.SessionTable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * The commands about logical sessions. There are no users yet: a session is whoever names it, and all sessions are one
 * user's.
 *
 * <p>Source: MongoDB's manual, "Session Commands"; driver specification "Driver Sessions".
 */
final class SessionCommands {
    private final SessionTable sessions;
    private final RandomSource random;

    private SessionCommands(SessionTable sessions, RandomSource random) {
        this.sessions = sessions;
        this.random = random;
    }

    static List<CommandEntry> entries(SessionTable sessions, RandomSource random) {
        SessionCommands commands = new SessionCommands(sessions, random);
        return List.of(
                CommandEntry.command("endSessions", "Ends sessions.")
                        .abilities(Ability.UNAUTHENTICATED)
                        .handledBy(commands::endSessions),
                CommandEntry.command("killAllSessions", "Ends all sessions, or those of some users.")
                        .handledBy(commands::killAllSessions),
                CommandEntry.command("killAllSessionsByPattern", "Ends the sessions that match a pattern.")
                        .handledBy(commands::killAllSessionsByPattern),
                CommandEntry.command("killSessions", "Ends sessions, all of the user's when none is named.")
                        .handledBy(commands::killSessions),
                CommandEntry.command("refreshSessions", "Puts off the end of idle sessions.")
                        .handledBy(commands::refreshSessions),
                CommandEntry.command("startSession", "Begins a session.").handledBy(commands::startSession));
    }

    private CompletableFuture<BsonDocument> startSession(CommandRequest request) {
        SessionId id = new SessionId(random.nextUuid());
        sessions.touch(id);
        return Reply.of(new BsonDocument("id", id.document())
                .append("timeoutMinutes", new BsonInt32(Limits.SESSION_IDLE_MINUTES_MAX)));
    }

    private CompletableFuture<BsonDocument> endSessions(CommandRequest request) {
        named(request).forEach(sessions::end);
        return Reply.ok();
    }

    private CompletableFuture<BsonDocument> refreshSessions(CommandRequest request) {
        named(request).forEach(sessions::touch);
        return Reply.ok();
    }

    private CompletableFuture<BsonDocument> killSessions(CommandRequest request) {
        List<SessionId> named = named(request);
        if (named.isEmpty()) {
            sessions.endAll();
        } else {
            named.forEach(sessions::end);
        }
        return Reply.ok();
    }

    private CompletableFuture<BsonDocument> killAllSessions(CommandRequest request) {
        if (documents(request).isEmpty()) {
            sessions.endAll();
        }
        // Sessions of named users: there are no users, hence none of theirs.
        return Reply.ok();
    }

    private CompletableFuture<BsonDocument> killAllSessionsByPattern(CommandRequest request) {
        List<RawDocument> patterns = documents(request);
        if (patterns.isEmpty()) {
            sessions.endAll();
        }
        for (RawDocument pattern : patterns) {
            if (!(pattern.get("lsid") instanceof RawDocument lsid) || pattern.size() != 1) {
                throw new CommandException(
                        ErrorCode.COMMAND_NOT_SUPPORTED,
                        "killAllSessionsByPattern supports patterns of the form {lsid: …} only");
            }
            sessions.end(SessionId.of(lsid));
        }
        return Reply.ok();
    }

    private static List<SessionId> named(CommandRequest request) {
        return documents(request).stream().map(SessionId::of).toList();
    }

    private static List<RawDocument> documents(CommandRequest request) {
        BsonValue value = request.argument();
        if (!value.isArray()) {
            throw RequestErrors.wrongType(request.name() + "." + request.name(), value, "array");
        }
        return request.documents(request.name());
    }
}
