package io.counterpoint.wire.command.basic;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.failpoint.FailPoints;
import io.counterpoint.wire.failpoint.FailedCommand;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code configureFailPoint}: makes commands fail, for tests. In the table of processes only that were started for
 * tests; elsewhere the command does not exist, as with MongoDB.
 *
 * <p>Source: MongoDB's page "The failCommand Fail Point".
 */
final class FailPointCommand {
    /** The name of the command, and of the setting that says whether it is there. */
    static final String NAME = "configureFailPoint";

    private final FailPoints failPoints;

    private FailPointCommand(FailPoints failPoints) {
        this.failPoints = failPoints;
    }

    static CommandEntry entry(FailPoints failPoints) {
        return CommandEntry.command(NAME, "Makes commands fail, for tests.")
                .fields("mode", "data")
                .abilities(Ability.ADMIN_ONLY, Ability.TEST_ONLY)
                .handledBy(new FailPointCommand(failPoints)::run);
    }

    /** A command that is there to be outside of the stable API. */
    static CommandEntry outsideOfStableApi() {
        return CommandEntry.command("testVersion2", "Does nothing; no part of the stable API.")
                .abilities(Ability.TEST_ONLY)
                .handledBy(request -> Reply.ok());
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        String name = Arguments.of(request).requiredString(NAME);
        if (!name.equals("failCommand")) {
            throw new CommandException(ErrorCode.FAIL_POINT_SET_FAILED, name + " not found");
        }
        long entered = set(request.value("mode"), Arguments.of(request).documentOrEmpty("data"));
        return Reply.of(new BsonDocument("count", new BsonInt64(entered)));
    }

    private long set(@Nullable BsonValue mode, BsonDocument data) {
        if (mode == null) {
            throw new CommandException(
                    ErrorCode.ILLEGAL_OPERATION, "When setting a failpoint, you must supply a 'mode'");
        }
        if (mode instanceof BsonString text) {
            return switch (text.getValue()) {
                case "off" -> failPoints.clear();
                case "alwaysOn" -> failPoints.set(FailedCommand.of(data), 0, FailPoints.ALWAYS);
                default -> throw new CommandException(ErrorCode.BAD_VALUE, "unknown mode: " + text.getValue());
            };
        }
        if (!(mode instanceof BsonDocument choice)) {
            throw new CommandException(ErrorCode.TYPE_MISMATCH, "'mode' must be a string or JSON object");
        }
        if (choice.containsKey("times")) {
            long times = count(choice, "times");
            return times == 0 ? failPoints.clear() : failPoints.set(FailedCommand.of(data), 0, times);
        }
        if (choice.containsKey("skip")) {
            return failPoints.set(FailedCommand.of(data), count(choice, "skip"), FailPoints.ALWAYS);
        }
        throw new CommandException(ErrorCode.BAD_VALUE, "'mode' must be one of 'off', 'alwaysOn', 'times', and 'skip'");
    }

    private static long count(BsonDocument mode, String field) {
        BsonValue value = mode.get(field);
        if (!(value instanceof BsonNumber number)) {
            throw new CommandException(ErrorCode.TYPE_MISMATCH, "'" + field + "' option to 'mode' must be a number");
        }
        if (number.longValue() < 0) {
            throw new CommandException(ErrorCode.BAD_VALUE, "'" + field + "' option to 'mode' must be positive");
        }
        return number.longValue();
    }
}
