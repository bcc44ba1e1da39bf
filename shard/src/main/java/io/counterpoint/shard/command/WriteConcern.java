package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.shard.loop.Durability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandRequest;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What {@code writeConcern} asks of a shard, which is the only copy of its data: {@code majority} and 1 are the same.
 */
final class WriteConcern {
    private WriteConcern() {}

    /**
     * When the answer may leave.
     *
     * @throws CommandException CannotSatisfyWriteConcern (100) for more copies than there are; FailedToParse (9) for a
     *     {@code w} that is none; UnknownReplWriteConcern (79) for a mode without a name here
     */
    static Durability durability(CommandRequest request) {
        BsonDocument concern = request.writeConcern();
        if (concern == null) {
            return Durability.SYNCED;
        }
        Arguments arguments = new Arguments("writeConcern", concern);
        boolean journal = arguments.bool("j", true);
        int copies = copies(concern.get("w"));
        boolean quick = copies == 0 || (copies == 1 && concern.containsKey("w") && !journal);
        return quick ? Durability.WRITTEN : Durability.SYNCED;
    }

    private static int copies(@Nullable BsonValue w) {
        if (w == null) {
            return 1;
        }
        if (w instanceof BsonString mode) {
            if (mode.getValue().equals("majority")) {
                return 1;
            }
            throw new CommandException(
                    ErrorCode.UNKNOWN_REPL_WRITE_CONCERN,
                    "No write concern mode named '" + mode.getValue() + "' found in replica set configuration");
        }
        if (!(w instanceof BsonNumber number) || number.longValue() < 0 || number.longValue() > 50) {
            throw new CommandException(
                    ErrorCode.FAILED_TO_PARSE,
                    "w has to be a non-negative number and not greater than 50, or a string");
        }
        if (number.longValue() > 1) {
            throw new CommandException(ErrorCode.CANNOT_SATISFY_WRITE_CONCERN, "Not enough data-bearing nodes");
        }
        return number.intValue();
    }
}
