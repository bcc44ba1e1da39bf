package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.Locale;
import org.bson.BsonType;
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
                "BSON field '" + path + "' is the wrong type '" + typeName(actual.getBsonType()) + "', expected "
                        + types);
    }

    /** A required field is not there (40414). */
    public static CommandException missing(String path) {
        return new CommandException(
                ErrorCode.IDL_FAILED_TO_PARSE, "BSON field '" + path + "' is missing but a required field");
    }

    /** A field that the command does not know (40415). */
    public static CommandException unknownField(String path) {
        return new CommandException(ErrorCode.IDL_UNKNOWN_FIELD, "BSON field '" + path + "' is an unknown field.");
    }

    /** The name error texts and {@code $type} use for a BSON type. */
    static String typeName(BsonType type) {
        return switch (type) {
            case DOUBLE -> "double";
            case STRING -> "string";
            case DOCUMENT -> "object";
            case ARRAY -> "array";
            case BINARY -> "binData";
            case UNDEFINED -> "undefined";
            case OBJECT_ID -> "objectId";
            case BOOLEAN -> "bool";
            case DATE_TIME -> "date";
            case NULL -> "null";
            case REGULAR_EXPRESSION -> "regex";
            case DB_POINTER -> "dbPointer";
            case JAVASCRIPT -> "javascript";
            case SYMBOL -> "symbol";
            case JAVASCRIPT_WITH_SCOPE -> "javascriptWithScope";
            case INT32 -> "int";
            case TIMESTAMP -> "timestamp";
            case INT64 -> "long";
            case DECIMAL128 -> "decimal";
            case MIN_KEY -> "minKey";
            case MAX_KEY -> "maxKey";
            case END_OF_DOCUMENT -> type.name().toLowerCase(Locale.ROOT);
        };
    }
}
