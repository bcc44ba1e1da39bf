package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import org.bson.BsonValue;

/** Refusals of stage arguments. Most have a code without a name, which MongoDB shows as {@code LocationN}. */
final class StageErrors {
    private StageErrors() {}

    /** A refusal with the code of a number. */
    static CommandException location(int code, String text) {
        return new CommandException(ErrorCode.location(code), text);
    }

    /** A FailedToParse. */
    static CommandException failedToParse(String text) {
        return new CommandException(ErrorCode.FAILED_TO_PARSE, text);
    }

    /** A missing field of an argument whose fields are all declared. */
    static CommandException missingField(String path) {
        return new CommandException(
                ErrorCode.IDL_FAILED_TO_PARSE, "BSON field '" + path + "' is missing but a required field");
    }

    /** A field that the argument does not have. */
    static CommandException unknownField(String path) {
        return new CommandException(ErrorCode.IDL_UNKNOWN_FIELD, "BSON field '" + path + "' is an unknown field.");
    }

    /** A field of the wrong type. */
    static CommandException wrongType(String path, BsonValue value, String expected) {
        return new CommandException(
                ErrorCode.TYPE_MISMATCH,
                "BSON field '" + path + "' is the wrong type '" + BsonTypes.name(value) + "', expected type '"
                        + expected + "'");
    }
}
