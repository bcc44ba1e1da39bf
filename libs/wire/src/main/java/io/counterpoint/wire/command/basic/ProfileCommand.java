package io.counterpoint.wire.command.basic;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.OperationTable;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;

/**
 * {@code profile}: level 0 only, which logs slow operations; {@code slowms} says from when on they are slow. There is
 * no {@code system.profile}, so the levels that would fill it are refused.
 *
 * <p>Source: MongoDB manual, "profile".
 */
final class ProfileCommand {
    private final OperationTable operations;

    private ProfileCommand(OperationTable operations) {
        this.operations = operations;
    }

    static CommandEntry entry(OperationTable operations) {
        return CommandEntry.command("profile", "Says which operations are logged as slow.")
                .fields("slowms", "sampleRate", "filter")
                .abilities(Ability.READS)
                .handledBy(new ProfileCommand(operations)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        long level = arguments.number("profile").orElse(-1);
        if (level < -1 || level > 2) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "BSON field 'profile' value must be >= -1 and <= 2, actual value '" + level + "'");
        }
        if (level > 0) {
            throw new CommandException(
                    ErrorCode.COMMAND_NOT_SUPPORTED,
                    "profile level " + level
                            + " is not supported: there is no system.profile; level 0 logs slow operations");
        }
        for (String option : new String[] {"sampleRate", "filter"}) {
            if (arguments.has(option)) {
                throw new CommandException(
                        ErrorCode.COMMAND_NOT_SUPPORTED, "the option '" + option + "' of profile is not supported");
            }
        }
        int before = operations.slowMillis();
        if (arguments.has("slowms")) {
            long millis = arguments.number("slowms").orElse(before);
            operations.setSlowMillis((int) Math.max(-1, Math.min(millis, Integer.MAX_VALUE)));
        }
        return Reply.of(new BsonDocument("was", new BsonInt32(0))
                .append("slowms", new BsonInt32(before))
                .append("sampleRate", new BsonDouble(1)));
    }
}
