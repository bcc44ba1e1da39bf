package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Typed access to the fields of a command or of one of its statements. A field that is null counts as not sent, as
 * MongoDB's optional fields do. Every method throws TypeMismatch (14), with the field's path and both types, for a
 * value of another type.
 */
public final class Arguments {
    private final String path;
    private final BsonDocument body;

    /** The command whose body this is: it knows where its fields stand. */
    private final @Nullable CommandRequest request;

    private Arguments(String path, BsonDocument body, @Nullable CommandRequest request) {
        this.path = path;
        this.body = body;
        this.request = request;
    }

    /**
     * The arguments of a part of a command.
     *
     * @param path such as {@code update.updates.0}; leads the error texts
     * @param body the fields
     */
    public Arguments(String path, BsonDocument body) {
        this(path, body, null);
    }

    /** The arguments of a command. */
    public static Arguments of(CommandRequest request) {
        return new Arguments(request.name(), request.body(), request);
    }

    /** The command's name, or the path of its part. */
    public String path() {
        return path;
    }

    /** The fields, of whatever type. */
    public BsonDocument body() {
        return body;
    }

    /** The value of a field as sent; null when it was not. */
    public @Nullable BsonValue value(String field) {
        BsonValue value = request == null ? body.get(field) : request.value(field);
        return value instanceof BsonNull ? null : value;
    }

    /** Whether a field was sent. */
    public boolean has(String field) {
        return value(field) != null;
    }

    /** A string; null when it was not sent. */
    public @Nullable String string(String field) {
        BsonValue value = value(field);
        if (value == null) {
            return null;
        }
        if (!(value instanceof BsonString text)) {
            throw wrongType(field, value, "string");
        }
        return text.getValue();
    }

    /** A string that must be there: else 40414. */
    public String requiredString(String field) {
        String text = string(field);
        if (text == null) {
            throw RequestErrors.missing(path + "." + field);
        }
        return text;
    }

    /** A document; null when it was not sent. */
    public @Nullable BsonDocument document(String field) {
        BsonValue value = value(field);
        if (value == null) {
            return null;
        }
        if (!(value instanceof BsonDocument document)) {
            throw wrongType(field, value, "object");
        }
        return document;
    }

    /** A document; an empty one when it was not sent. */
    public BsonDocument documentOrEmpty(String field) {
        BsonDocument document = document(field);
        return document == null ? new BsonDocument() : document;
    }

    /** A document that must be there: else 40414. */
    public BsonDocument requiredDocument(String field) {
        BsonDocument document = document(field);
        if (document == null) {
            throw RequestErrors.missing(path + "." + field);
        }
        return document;
    }

    /** An array; null when it was not sent. */
    public @Nullable BsonArray array(String field) {
        BsonValue value = value(field);
        if (value == null) {
            return null;
        }
        if (!(value instanceof BsonArray array)) {
            throw wrongType(field, value, "array");
        }
        return array;
    }

    /** A boolean, or a number that stands for one; {@code otherwise} when it was not sent. */
    public boolean bool(String field, boolean otherwise) {
        BsonValue value = value(field);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof BsonBoolean truth) {
            return truth.getValue();
        }
        if (value instanceof BsonNumber number) {
            return number.doubleValue() != 0;
        }
        throw wrongType(field, value, "[bool, long, int, decimal, double]");
    }

    /** A whole number of any numeric type, truncated; empty when it was not sent. */
    public OptionalLong number(String field) {
        BsonValue value = value(field);
        if (value == null) {
            return OptionalLong.empty();
        }
        if (!(value instanceof BsonNumber number)) {
            throw wrongType(field, value, "[long, int, decimal, double]");
        }
        return OptionalLong.of(number.longValue());
    }

    /** A number that is 0 or more, else 51024; {@code otherwise} when it was not sent. */
    public long count(String field, long otherwise) {
        long count = number(field).orElse(otherwise);
        if (count < 0) {
            throw new CommandException(
                    ErrorCode.location(51024),
                    "BSON field '" + field + "' value must be >= 0, actual value '" + count + "'");
        }
        return count;
    }

    private CommandException wrongType(String field, BsonValue value, String expected) {
        return RequestErrors.wrongType(path + "." + field, value, expected);
    }
}
