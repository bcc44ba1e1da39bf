package io.counterpoint.router.write;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.raw.RawDocument;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What a batch has come to so far: counts added up, upserts, errors and numbers by their index in the client's batch.
 * Guarded by itself, since parts are answered on several threads.
 */
public final class WriteOutcome {
    private final WriteKind kind;
    private final SortedMap<Integer, BsonDocument> upserted = new TreeMap<>();
    private final SortedMap<Integer, BsonDocument> errors = new TreeMap<>();
    private final SortedMap<Integer, BsonArray> numbers = new TreeMap<>();
    private long matched;
    private long modified;
    private @Nullable BsonValue writeConcernError;

    /** Nothing yet. */
    public WriteOutcome(WriteKind kind) {
        this.kind = kind;
    }

    /**
     * Adds the answer to a part.
     *
     * @param part the statements of the part, in its order
     * @param reply not a refusal
     */
    synchronized void add(List<WriteStatement> part, RawDocument reply) {
        matched += number(reply, "n");
        modified += number(reply, "nModified");
        if (reply.get("upserted") instanceof BsonArray entries) {
            for (BsonValue entry : entries) {
                int index = indexIn(part, entry.asDocument());
                upserted.putIfAbsent(index, moved(entry.asDocument(), index));
            }
        }
        if (reply.get("writeErrors") instanceof BsonArray entries) {
            for (BsonValue entry : entries) {
                int index = indexIn(part, entry.asDocument());
                errors.putIfAbsent(index, moved(entry.asDocument(), index));
            }
        }
        if (reply.get("autoincrement") instanceof BsonArray entries) {
            for (BsonValue entry : entries) {
                int index = indexIn(part, entry.asDocument());
                numbers.computeIfAbsent(index, absent -> new BsonArray()).add(moved(entry.asDocument(), index));
            }
        }
        if (writeConcernError == null) {
            writeConcernError = reply.get("writeConcernError");
        }
    }

    /** Adds an error of one statement. */
    synchronized void fail(int index, CommandException reason) {
        BsonDocument error = new BsonDocument("index", new BsonInt32(index))
                .append("code", new BsonInt32(reason.code().number()));
        BsonDocument details = reason.details();
        if (details != null) {
            error.putAll(details);
        }
        errors.putIfAbsent(index, error.append("errmsg", new BsonString(reason.text())));
    }

    /** Adds an error as a shard gave it, for the client's index. */
    synchronized void fail(int index, BsonDocument error) {
        errors.putIfAbsent(index, moved(error, index));
    }

    private static int indexIn(List<WriteStatement> part, BsonDocument entry) {
        return part.get(entry.getNumber("index").intValue()).index();
    }

    private static BsonDocument moved(BsonDocument entry, int index) {
        BsonDocument copy = new BsonDocument();
        copy.putAll(entry);
        copy.put("index", new BsonInt32(index));
        return copy;
    }

    private static long number(RawDocument reply, String field) {
        BsonValue value = reply.get(field);
        return value != null && value.isNumber() ? value.asNumber().longValue() : 0;
    }

    /** Whether a statement failed. */
    public synchronized boolean hasErrors() {
        return !errors.isEmpty();
    }

    /** Documents matched, inserted or removed. */
    public synchronized long matched() {
        return matched;
    }

    /** Documents changed. */
    public synchronized long modified() {
        return modified;
    }

    /** Errors by the client's index, as documents with {@code index}, {@code code} and {@code errmsg}. */
    public synchronized SortedMap<Integer, BsonDocument> errors() {
        return new TreeMap<>(errors);
    }

    /** Upserts by the client's index, as documents with {@code index} and {@code _id}. */
    public synchronized SortedMap<Integer, BsonDocument> upserted() {
        return new TreeMap<>(upserted);
    }

    /** Numbers by the client's index, as lists of documents {@code {index, field, value}}. */
    public synchronized SortedMap<Integer, BsonArray> numbers() {
        return new TreeMap<>(numbers);
    }

    /** The reply of the command, without {@code ok}. */
    public synchronized BsonDocument reply() {
        BsonDocument reply = new BsonDocument("n", count(matched));
        if (kind == WriteKind.UPDATE) {
            reply.append("nModified", count(modified));
            if (!upserted.isEmpty()) {
                reply.append("upserted", new BsonArray(List.copyOf(upserted.values())));
            }
        }
        if (!numbers.isEmpty()) {
            BsonArray all = new BsonArray();
            numbers.values().forEach(all::addAll);
            reply.append("autoincrement", all);
        }
        if (!errors.isEmpty()) {
            reply.append("writeErrors", new BsonArray(List.copyOf(errors.values())));
        }
        if (writeConcernError != null) {
            reply.append("writeConcernError", writeConcernError);
        }
        return reply;
    }

    private static BsonValue count(long count) {
        return count == (int) count ? new BsonInt32((int) count) : new BsonInt64(count);
    }
}
