package io.counterpoint.lab.run;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import io.counterpoint.lab.history.Outcome;
import java.util.Map;
import java.util.Set;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * What a command told its client.
 *
 * @param numbers the reported numbers by the document's index in the command
 * @param failedFrom index of the first document that was not tried or refused; none: the number of documents
 * @param outcome of the documents from {@code failedFrom} on
 * @param cause why those failed, null when none did
 */
record Answer(
        Map<Integer, Long> numbers,
        int failedFrom,
        Outcome outcome,
        @Nullable String cause) {
    /** Refusals after which nothing of the command can have happened: the client's own mistakes, and duplicates. */
    private static final Set<Integer> DEFINITE_CODES =
            Set.of(2, 9, 14, 20, 26, 48, 59, 61, 66, 72, 73, 112, 115, 121, 251, 263, 11000);

    /** Everything was acknowledged. */
    static Answer good(Map<Integer, Long> numbers, int documents) {
        return new Answer(numbers, documents, Outcome.OK, null);
    }

    /** The reply to a write command, which may hold write errors. Ordered: the first ends it. */
    static Answer of(Document reply, Map<Integer, Long> numbers, int documents) {
        if (reply.get("writeErrors") == null) {
            return good(numbers, documents);
        }
        Document error = reply.getList("writeErrors", Document.class).get(0);
        int code = error.getInteger("code");
        return new Answer(
                numbers,
                error.getInteger("index"),
                DEFINITE_CODES.contains(code) ? Outcome.FAIL : Outcome.INFO,
                "code " + code + ": " + error.getString("errmsg"));
    }

    /** The command had no reply, or one that refuses all of it. */
    static Answer failed(MongoException failure) {
        boolean definite = failure instanceof MongoCommandException && DEFINITE_CODES.contains(failure.getCode());
        String code = failure instanceof MongoCommandException || failure instanceof MongoBulkWriteException
                ? "code " + failure.getCode() + ": "
                : "no answer: ";
        return new Answer(Map.of(), 0, definite ? Outcome.FAIL : Outcome.INFO, code + failure.getMessage());
    }

    static Answer aborted(Map<Integer, Long> numbers) {
        return new Answer(numbers, 0, Outcome.FAIL, "aborted: the client gave the transaction back");
    }
}
