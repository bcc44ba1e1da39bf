package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.bson.raw.RawElements;
import io.counterpoint.wire.session.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The fields every command may have, read in one pass over the command's document. The first thing that is wrong with
 * them is kept as {@link #problem()}, since a request must exist to be answered.
 *
 * <p>Source: MongoDB's manual, "Database Commands", and the driver specifications for sessions, transactions and the
 * stable API.
 */
final class GenericFields {
    private String name = "";
    private @Nullable String database;
    private @Nullable RawDocument lsid;
    private @Nullable SessionId sessionId;
    private OptionalLong txnNumber = OptionalLong.empty();
    private @Nullable Boolean autocommit;
    private @Nullable Boolean startTransaction;
    private long maxTimeMillis;
    private @Nullable BsonDocument writeConcern;
    private @Nullable BsonDocument readConcern;
    private @Nullable BsonValue comment;
    private @Nullable String apiVersion;
    private boolean apiStrict;
    private boolean apiDeprecationErrors;
    private boolean help;
    private final List<String> ownFields = new ArrayList<>(4);
    private @Nullable CommandException problem;

    private GenericFields() {}

    /**
     * Reads the fields of a command.
     *
     * @param database the database when it comes from outside of the document; null when {@code $db} has to name it
     */
    static GenericFields read(RawDocument body, @Nullable String database) {
        GenericFields fields = new GenericFields();
        fields.database = database;
        try {
            byte[] bytes = body.array();
            int element = body.firstElement();
            if (!RawElements.isEnd(bytes, element)) {
                fields.name = RawElements.name(bytes, element);
                element = RawElements.next(bytes, element);
            }
            for (; !RawElements.isEnd(bytes, element); element = RawElements.next(bytes, element)) {
                fields.readField(RawElements.name(bytes, element), bytes, element);
            }
            fields.check();
        } catch (CommandException refusal) {
            fields.problem = refusal;
        }
        return fields;
    }

    private void readField(String field, byte[] bytes, int element) {
        switch (field) {
            case "$db" -> database = text(field, value(bytes, element));
            case "lsid" -> lsid = session(value(bytes, element));
            case "txnNumber" -> txnNumber = OptionalLong.of(transactionNumber(value(bytes, element)));
            case "autocommit" -> autocommit = bool(field, value(bytes, element));
            case "startTransaction" -> startTransaction = bool(field, value(bytes, element));
            case "maxTimeMS" -> maxTimeMillis = timeLimit(value(bytes, element));
            case "writeConcern" -> writeConcern = document(field, value(bytes, element));
            case "readConcern" -> readConcern = document(field, value(bytes, element));
            case "comment" -> comment = value(bytes, element);
            case "apiVersion" -> apiVersion = text(field, value(bytes, element));
            case "apiStrict" -> apiStrict = bool(field, value(bytes, element));
            case "apiDeprecationErrors" -> apiDeprecationErrors = bool(field, value(bytes, element));
            case "help" -> help = bool(field, value(bytes, element));
            case "$clusterTime",
                    "$readPreference",
                    "$queryOptions",
                    "$audit",
                    "$client",
                    "$configTime",
                    "$topologyTime",
                    "maxTimeMSOpOnly",
                    "clientOperationKey" -> {
                // Known to every command, and without meaning to a cluster without secondaries or audit.
            }
            default -> ownFields.add(field);
        }
    }

    private static BsonValue value(byte[] bytes, int element) {
        return RawElements.value(bytes, element);
    }

    private void check() {
        if (database == null) {
            throw new CommandException(ErrorCode.location(40571), "OP_MSG requests require a $db argument");
        }
        DatabaseNames.check(database);
        checkTransaction();
        if (apiVersion == null && (apiStrict || apiDeprecationErrors)) {
            throw new CommandException(
                    ErrorCode.location(4886600),
                    "Provided apiStrict and/or apiDeprecationErrors without passing apiVersion");
        }
        if (apiVersion != null && !apiVersion.equals("1")) {
            throw new CommandException(ErrorCode.API_VERSION_ERROR, "API version must be \"1\"");
        }
    }

    private void checkTransaction() {
        if (txnNumber.isPresent() && lsid == null) {
            throw invalid("Transaction number requires a session ID to also be specified");
        }
        if (txnNumber.isPresent() && txnNumber.getAsLong() < 0) {
            throw invalid("Transaction number cannot be negative");
        }
        if (autocommit != null && txnNumber.isEmpty()) {
            throw invalid("'autocommit' field requires a transaction number to also be specified");
        }
        if (autocommit != null && autocommit) {
            throw invalid("Specifying autocommit=true is not allowed.");
        }
        if (startTransaction != null && autocommit == null) {
            throw invalid("'startTransaction' field requires 'autocommit' field to also be specified");
        }
        if (startTransaction != null && !startTransaction) {
            throw invalid("Specifying startTransaction=false is not allowed.");
        }
    }

    private static CommandException invalid(String text) {
        return new CommandException(ErrorCode.INVALID_OPTIONS, text);
    }

    private String path(String field) {
        return name + "." + field;
    }

    private String text(String field, BsonValue value) {
        if (!value.isString()) {
            throw RequestErrors.wrongType(path(field), value, "string");
        }
        return value.asString().getValue();
    }

    private boolean bool(String field, BsonValue value) {
        if (value.isBoolean()) {
            return value.asBoolean().getValue();
        }
        if (value instanceof BsonNumber number) {
            return number.doubleValue() != 0;
        }
        throw RequestErrors.wrongType(path(field), value, "[bool, long, int, decimal, double]");
    }

    private BsonDocument document(String field, BsonValue value) {
        if (!value.isDocument()) {
            throw RequestErrors.wrongType(path(field), value, "object");
        }
        return value.asDocument();
    }

    private RawDocument session(BsonValue value) {
        if (!(value instanceof RawDocument document)) {
            throw RequestErrors.wrongType(path("lsid"), value, "object");
        }
        sessionId = SessionId.of(document);
        return document;
    }

    private long transactionNumber(BsonValue value) {
        // Drivers send a long; shells may send what they have.
        if (value.isInt64() || value.isInt32()) {
            return value.asNumber().longValue();
        }
        throw RequestErrors.wrongType(path("txnNumber"), value, "long");
    }

    private static long timeLimit(BsonValue value) {
        if (!(value instanceof BsonNumber number)) {
            throw new CommandException(ErrorCode.BAD_VALUE, "maxTimeMS must be a number");
        }
        double millis = number.doubleValue();
        if (millis != Math.rint(millis)) {
            throw new CommandException(ErrorCode.BAD_VALUE, "maxTimeMS has non-integral value");
        }
        if (millis < 0 || millis > Integer.MAX_VALUE) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    number.longValue() + " value for maxTimeMS is out of range [0, " + Integer.MAX_VALUE + "]");
        }
        return (long) millis;
    }

    String name() {
        return name;
    }

    String database() {
        return database == null ? "" : database;
    }

    @Nullable
    RawDocument lsid() {
        return lsid;
    }

    @Nullable
    SessionId sessionId() {
        return sessionId;
    }

    OptionalLong txnNumber() {
        return txnNumber;
    }

    boolean startTransaction() {
        return startTransaction != null && startTransaction;
    }

    boolean inTransaction() {
        return autocommit != null && !autocommit;
    }

    /** The time limit in milliseconds; 0 for none. */
    long maxTimeMillis() {
        return maxTimeMillis;
    }

    @Nullable
    BsonDocument writeConcern() {
        return writeConcern;
    }

    @Nullable
    BsonDocument readConcern() {
        return readConcern;
    }

    @Nullable
    BsonValue comment() {
        return comment;
    }

    /** Whether the client wants nothing but commands of API version 1. */
    boolean apiStrict() {
        return apiStrict;
    }

    /** Whether the client asks what the command is for instead of running it. */
    boolean help() {
        return help;
    }

    /** Names of the fields that are not generic, the command's name left out: known or not. */
    List<String> ownFields() {
        return ownFields;
    }

    /** What is wrong with the fields; null when nothing is. */
    @Nullable
    CommandException problem() {
        return problem;
    }
}
