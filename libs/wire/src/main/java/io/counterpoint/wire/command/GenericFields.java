package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.bson.raw.RawElements;
import io.counterpoint.wire.session.SessionId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The fields every command may have, read in one pass over the command's document, which also notes where all others
 * stand: a handler asks for twenty of them, and most were not sent. The first thing that is wrong with the generic ones
 * is kept as {@link #problem()}, since a request must exist to be answered.
 *
 * <p>Source: MongoDB's manual, "Database Commands", and the driver specifications for sessions, transactions and the
 * stable API.
 */
final class GenericFields {
    private final byte[] bytes;
    private String[] names = new String[8];
    private int[] elements = new int[8];
    private int count;
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
    private long clusterTime;
    private @Nullable BsonValue comment;
    private @Nullable String apiVersion;
    private boolean apiStrict;
    private boolean apiDeprecationErrors;
    private boolean help;
    private final List<String> ownFields = new ArrayList<>(4);
    private @Nullable CommandException problem;

    private GenericFields(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads the fields of a command.
     *
     * @param database the database when it comes from outside of the document; null when {@code $db} has to name it
     */
    static GenericFields read(RawDocument body, @Nullable String database) {
        GenericFields fields = new GenericFields(body.array());
        fields.database = database;
        fields.locate(body.firstElement());
        try {
            for (int i = 1; i < fields.count; i++) {
                fields.readField(fields.names[i], fields.elements[i]);
            }
            fields.check();
        } catch (CommandException refusal) {
            fields.problem = refusal;
        }
        return fields;
    }

    private void locate(int first) {
        for (int element = first; !RawElements.isEnd(bytes, element); element = RawElements.next(bytes, element)) {
            if (count == names.length) {
                names = Arrays.copyOf(names, 2 * count);
                elements = Arrays.copyOf(elements, 2 * count);
            }
            names[count] = RawElements.name(bytes, element);
            elements[count] = element;
            count++;
        }
        if (count > 0) {
            name = names[0];
        }
    }

    private void readField(String field, int element) {
        switch (field) {
            case "$db" -> database = text(field, value(element));
            case "lsid" -> lsid = session(value(element));
            case "txnNumber" -> txnNumber = OptionalLong.of(transactionNumber(value(element)));
            case "autocommit" -> autocommit = bool(field, value(element));
            case "startTransaction" -> startTransaction = bool(field, value(element));
            case "maxTimeMS" -> maxTimeMillis = timeLimit(value(element));
            case "writeConcern" -> writeConcern = document(field, value(element));
            case "readConcern" -> readConcern = document(field, value(element));
            case "comment" -> comment = value(element);
            case "apiVersion" -> apiVersion = text(field, value(element));
            case "apiStrict" -> apiStrict = bool(field, value(element));
            case "apiDeprecationErrors" -> apiDeprecationErrors = bool(field, value(element));
            case "help" -> help = bool(field, value(element));
            case "$clusterTime" -> clusterTime = clusterTime(element);
            case "$readPreference",
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

    private BsonValue value(int element) {
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

    private long clusterTime(int element) {
        if (RawElements.type(bytes, element) != RawElements.DOCUMENT) {
            throw RequestErrors.wrongType("$clusterTime", value(element), "object");
        }
        int time = RawElements.find(bytes, RawElements.valueOffset(bytes, element), "clusterTime");
        if (time < 0 || RawElements.type(bytes, time) != RawElements.TIMESTAMP) {
            throw new CommandException(
                    ErrorCode.IDL_FAILED_TO_PARSE, "BSON field '$clusterTime.clusterTime' is missing or no timestamp");
        }
        return RawElements.int64(bytes, RawElements.valueOffset(bytes, time));
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

    /** The value of any field of the document, the first of that name; null when there is none. */
    @Nullable
    BsonValue value(String field) {
        for (int i = 0; i < count; i++) {
            if (names[i].equals(field)) {
                return value(elements[i]);
            }
        }
        return null;
    }

    /** The value behind the command's name; null for an empty document. */
    @Nullable
    BsonValue argument() {
        return count == 0 ? null : value(elements[0]);
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

    /** The client's cluster time; 0 when it told none. */
    long clusterTime() {
        return clusterTime;
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
