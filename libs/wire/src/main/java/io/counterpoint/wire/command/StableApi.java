package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.Set;

/**
 * The commands of the stable API, version 1: what a client may run that says {@code apiStrict: true}.
 *
 * <p>Source: MongoDB's manual, "Stable API", list of commands.
 */
final class StableApi {
    private static final Set<String> COMMANDS = Set.of(
            "abortTransaction",
            "aggregate",
            "authenticate",
            "bulkWrite",
            "collMod",
            "commitTransaction",
            "count",
            "create",
            "createIndexes",
            "delete",
            "drop",
            "dropDatabase",
            "dropIndexes",
            "endSessions",
            "explain",
            "find",
            "findAndModify",
            "getMore",
            "hello",
            "insert",
            "killCursors",
            "listCollections",
            "listDatabases",
            "listIndexes",
            "ping",
            "refreshSessions",
            "saslContinue",
            "saslStart",
            "update");

    private StableApi() {}

    /**
     * Demands that a command belongs to the API.
     *
     * @throws CommandException APIStrictError (323)
     */
    static void checkStrict(CommandEntry entry) {
        if (!COMMANDS.contains(entry.name())) {
            throw new CommandException(
                    ErrorCode.API_STRICT_ERROR,
                    "Provided apiStrict:true, but the command " + entry.name() + " is not in API Version 1");
        }
    }
}
