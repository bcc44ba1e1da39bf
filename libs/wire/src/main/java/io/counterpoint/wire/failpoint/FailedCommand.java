package io.counterpoint.wire.failpoint;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What the fail point {@code failCommand} does to a command: its {@code data}. Immutable.
 *
 * <p>Source: MongoDB's page "The failCommand Fail Point" and the driver specifications' "Unified Test Format".
 *
 * @param commands names of the commands it concerns
 * @param all whether it concerns every command
 * @param appName the application it concerns; null for all
 * @param namespace {@code database.collection} it concerns; null for all
 * @param blockMillis how long the command waits first; 0 for not at all
 * @param closeConnection whether the connection ends without an answer
 * @param errorCode what the command is refused with; null for no refusal
 * @param errorLabels labels of the refusal in place of those the server would give; null for the server's
 * @param writeConcernError added to the reply of the command, which runs; null for none
 */
public record FailedCommand(
        Set<String> commands,
        boolean all,
        @Nullable String appName,
        @Nullable String namespace,
        long blockMillis,
        boolean closeConnection,
        @Nullable ErrorCode errorCode,
        @Nullable List<String> errorLabels,
        @Nullable BsonDocument writeConcernError) {
    private static final Set<String> KNOWN = Set.of(
            "failCommands",
            "failAllCommands",
            "appName",
            "namespace",
            "blockConnection",
            "blockTimeMS",
            "closeConnection",
            "errorCode",
            "errorLabels",
            "writeConcernError");

    /** Copies the collections. */
    public FailedCommand {
        commands = Set.copyOf(commands);
        errorLabels = errorLabels == null ? null : List.copyOf(errorLabels);
    }

    /**
     * Reads the {@code data} of a {@code configureFailPoint}.
     *
     * @throws CommandException TypeMismatch (14) or InvalidOptions (72)
     */
    public static FailedCommand of(BsonDocument data) {
        for (String field : data.keySet()) {
            if (!KNOWN.contains(field)) {
                throw new CommandException(
                        ErrorCode.INVALID_OPTIONS, "'" + field + "' is not supported by the fail point failCommand");
            }
        }
        BsonValue code = data.get("errorCode");
        BsonValue writeConcernError = data.get("writeConcernError");
        return new FailedCommand(
                Set.copyOf(texts(data, "failCommands")),
                bool(data, "failAllCommands"),
                text(data, "appName"),
                text(data, "namespace"),
                blockMillis(data),
                bool(data, "closeConnection"),
                code == null ? null : ErrorCode.location((int) number("errorCode", code, 1)),
                data.containsKey("errorLabels") ? texts(data, "errorLabels") : null,
                writeConcernError == null ? null : document("writeConcernError", writeConcernError));
    }

    private static long blockMillis(BsonDocument data) {
        if (!bool(data, "blockConnection")) {
            return 0;
        }
        BsonValue millis = data.get("blockTimeMS");
        if (millis == null) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS, "must specify 'blockTimeMS' when 'blockConnection' is true");
        }
        return number("blockTimeMS", millis, 0);
    }

    private static long number(String field, BsonValue value, long min) {
        if (!(value instanceof BsonNumber number)) {
            throw wrongType(field, value, "a number");
        }
        if (number.longValue() < min) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS, "'" + field + "' must be at least " + min + ": " + number.longValue());
        }
        return number.longValue();
    }

    private static BsonDocument document(String field, BsonValue value) {
        if (!(value instanceof BsonDocument document)) {
            throw wrongType(field, value, "an object");
        }
        return document;
    }

    private static List<String> texts(BsonDocument data, String field) {
        List<String> texts = new ArrayList<>();
        BsonValue value = data.get(field);
        if (value == null) {
            return texts;
        }
        if (!(value instanceof BsonArray array)) {
            throw wrongType(field, value, "an array");
        }
        for (BsonValue element : array) {
            if (!(element instanceof BsonString string)) {
                throw wrongType(field, element, "an array of strings");
            }
            texts.add(string.getValue());
        }
        return texts;
    }

    private static @Nullable String text(BsonDocument data, String field) {
        BsonValue value = data.get(field);
        if (value == null) {
            return null;
        }
        if (!(value instanceof BsonString string)) {
            throw wrongType(field, value, "a string");
        }
        return string.getValue();
    }

    private static boolean bool(BsonDocument data, String field) {
        BsonValue value = data.get(field);
        if (value == null) {
            return false;
        }
        if (!(value instanceof BsonBoolean bool)) {
            throw wrongType(field, value, "a bool");
        }
        return bool.getValue();
    }

    private static CommandException wrongType(String field, BsonValue value, String expected) {
        return new CommandException(
                ErrorCode.TYPE_MISMATCH, "'" + field + "' must be " + expected + ", not " + BsonTypes.name(value));
    }
}
