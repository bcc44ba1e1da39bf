package io.counterpoint.spec;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoServerException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Compares an exception of the driver with an {@code expectError}. */
final class ErrorMatcher {
    private final ValueMatcher values;

    /** A matcher that compares responses and partial results by another one. */
    ErrorMatcher(ValueMatcher values) {
        this.values = values;
    }

    /** Fails with the exception as cause when it is another error than the expected one. */
    void match(BsonDocument expected, Exception actual) {
        expected.forEach((name, value) -> {
            if (!holds(name, value, actual)) {
                throw new AssertionError("expected error with " + name + " " + value + " but was " + actual, actual);
            }
        });
    }

    private boolean holds(String name, BsonValue value, Exception actual) {
        return switch (name) {
            case "isError" -> true;
            case "isClientError" -> value.asBoolean().getValue() != (actual instanceof MongoServerException);
            case "errorContains" ->
                String.valueOf(actual.getMessage())
                        .toLowerCase(Locale.ROOT)
                        .contains(value.asString().getValue().toLowerCase(Locale.ROOT));
            case "errorCode" -> code(actual) == value.asNumber().intValue();
            case "errorCodeName" -> codeName(actual).equals(value.asString().getValue());
            case "errorLabelsContain" -> value.asArray().stream().allMatch(label -> labelled(actual, label));
            case "errorLabelsOmit" -> value.asArray().stream().noneMatch(label -> labelled(actual, label));
            case "errorResponse" -> {
                if (!(actual instanceof MongoCommandException command)) {
                    throw new NotRunnable("the driver keeps no response in "
                            + actual.getClass().getSimpleName());
                }
                values.matchRoot(value, command.getResponse(), "errorResponse");
                yield true;
            }
            case "writeErrors" -> {
                if (!(actual instanceof ClientBulkWriteException bulk)) {
                    yield false;
                }
                values.matchRoot(value, ClientBulkWrites.writeErrors(bulk), "writeErrors");
                yield true;
            }
            case "expectResult" -> {
                if (actual instanceof ClientBulkWriteException bulk) {
                    BsonValue partial = bulk.getPartialResult()
                            .<BsonValue>map(ClientBulkWrites::result)
                            .orElse(null);
                    values.matchRoot(value, partial, "partial result");
                    yield true;
                }
                if (!(actual instanceof MongoBulkWriteException bulk)) {
                    throw new NotRunnable(
                            "the driver keeps no result in " + actual.getClass().getSimpleName());
                }
                values.matchRoot(value, Results.of(bulk.getWriteResult()), "partial result");
                yield true;
            }
            default -> throw new NotRunnable("unknown part of expectError: " + name);
        };
    }

    private static boolean labelled(Exception actual, BsonValue label) {
        return actual instanceof MongoException mongo
                && mongo.hasErrorLabel(label.asString().getValue());
    }

    private static int code(Exception actual) {
        if (actual instanceof ClientBulkWriteException bulk && bulk.getCause() != null) {
            return code(bulk.getCause());
        }
        if (actual instanceof MongoBulkWriteException bulk) {
            if (!bulk.getWriteErrors().isEmpty()) {
                return bulk.getWriteErrors().get(0).getCode();
            }
            return bulk.getWriteConcernError() == null
                    ? bulk.getCode()
                    : bulk.getWriteConcernError().getCode();
        }
        if (actual instanceof MongoWriteException write) {
            return write.getError().getCode();
        }
        return actual instanceof MongoException mongo ? mongo.getCode() : 0;
    }

    private static String codeName(Exception actual) {
        if (actual instanceof MongoExecutionTimeoutException) {
            // The driver makes it of this one code, and keeps no more of the response.
            return "MaxTimeMSExpired";
        }
        if (actual instanceof MongoCommandException command) {
            return command.getErrorCodeName();
        }
        return actual instanceof MongoWriteConcernException write
                ? write.getWriteConcernError().getCodeName()
                : "";
    }
}
