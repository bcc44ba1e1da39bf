package io.counterpoint.wire.command.basic;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import org.bson.BsonInt32;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/**
 * A setting of the process that a client may change while it runs.
 *
 * @param name as {@code setParameter} and {@code getParameter} call it
 * @param access reads and changes it
 */
public record Setting(String name, Access access) {
    /** The value behind a setting. Any thread. */
    public interface Access {
        /** What it is now. */
        BsonValue get();

        /**
         * Changes it.
         *
         * @throws CommandException BadValue (2) or TypeMismatch (14) for what it cannot be
         */
        void set(BsonValue value);
    }

    /**
     * A whole number.
     *
     * @param min the least it can be
     */
    public static Setting ofInt32(String name, int min, IntSupplier get, IntConsumer set) {
        return new Setting(name, new Access() {
            @Override
            public BsonValue get() {
                return new BsonInt32(get.getAsInt());
            }

            @Override
            public void set(BsonValue value) {
                set.accept(checked(name, min, value));
            }
        });
    }

    private static int checked(String name, int min, BsonValue value) {
        if (!(value instanceof BsonNumber number)) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH,
                    "Failed to set parameter " + name + ": expected a number but got " + BsonTypes.name(value));
        }
        long wanted = number.longValue();
        if (wanted != (int) wanted || wanted < min) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "Invalid value for parameter " + name + ": " + wanted + " is not greater than or equal to " + min);
        }
        return (int) wanted;
    }
}
