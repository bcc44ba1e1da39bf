package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import org.bson.BsonValue;

/** Refusals that many commands share, worded as MongoDB's generated command parsers word them. */
public final class RequestErrors {
    private RequestErrors() {}

    /**
     * TypeMismatch (14).
     *
     * @param path the field's path, the command's name first: {@code insert.documents.0}
     * @param expected the wanted type's name, or several: {@code object}, {@code [int, long]}
     */
    public static CommandException wrongType(String path, BsonValue actual, String expected) {
        String types = expected.startsWith("[") ? "types '" + expected + "'" : "type '" + expected + "'";
        return new CommandException(
                ErrorCode.TYPE_MISMATCH,
                "BSON field '" + path + "' is the wrong type '" + BsonTypes.name(actual) + "', expected " + types);
    }

    /** A required field is not there (40414). */
    public static CommandException missing(String path) {
        return new CommandException(
                ErrorCode.IDL_FAILED_TO_PARSE, "BSON field '" + path + "' is missing but a required field");
    }

    /**
     * InvalidOptions (72) for a read concern that a command cannot run with.
     *
     * @param why what stands in the way
     */
    public static CommandException readConcernNotSupported(String command, String level, String why) {
        return new CommandException(
                ErrorCode.INVALID_OPTIONS,
                "Command " + command + " does not support { readConcern: { level: \"" + level
                        + "\", provenance: \"clientSupplied\" } } :: caused by :: " + why);
    }

    /** A field that the command does not know (40415). */
    public static CommandException unknownField(String path) {
        return new CommandException(ErrorCode.IDL_UNKNOWN_FIELD, "BSON field '" + path + "' is an unknown field.");
    }
}
