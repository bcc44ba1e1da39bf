package io.counterpoint.wire.command.basic;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A setting of the server.
 *
 * @param value what it is
 * @param change takes another value while the server runs, refusing what is none; null when it cannot be changed
 */
record ServerParameter(Supplier<BsonValue> value, @Nullable Consumer<BsonValue> change) {
    /**
     * A whole number within limits.
     *
     * @throws CommandException TypeMismatch (14) for what is no number, BadValue (2) for one outside
     */
    static long number(String name, BsonValue wanted, long min, long max) {
        if (!(wanted instanceof BsonNumber number)) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH,
                    "Failed to set parameter " + name + ": expected a number but got " + BsonTypes.name(wanted));
        }
        long value = number.longValue();
        if (value < min || value > max) {
            boolean low = value < min;
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "Invalid value for parameter " + name + ": " + value + " is not " + (low ? "greater" : "less")
                            + " than or equal to " + (low ? min : max));
        }
        return value;
    }
}
