package io.counterpoint.router.command;

import io.counterpoint.router.write.WriteKind;
import io.counterpoint.router.write.WriteOutcome;
import java.util.List;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** What the groups of a {@code bulkWrite} have come to. Used by one group at a time. */
final class BulkReport {
    private final boolean ordered;
    private final boolean errorsOnly;
    private final TreeMap<Integer, BsonDocument> entries = new TreeMap<>();
    private final BsonArray numbers = new BsonArray();
    private int errors;
    private long inserted;
    private long matched;
    private long modified;
    private long upserted;
    private long deleted;

    BulkReport(boolean ordered, boolean errorsOnly) {
        this.ordered = ordered;
        this.errorsOnly = errorsOnly;
    }

    boolean hasErrors() {
        return errors > 0;
    }

    void add(List<BulkOperation> operations, WriteOutcome outcome) {
        WriteKind kind = operations.get(0).kind();
        switch (kind) {
            case INSERT -> inserted += outcome.matched();
            case UPDATE -> {
                matched += outcome.matched() - outcome.upserted().size();
                modified += outcome.modified();
                upserted += outcome.upserted().size();
            }
            case DELETE -> deleted += outcome.matched();
        }
        errors += outcome.errors().size();
        outcome.numbers().values().forEach(numbers::addAll);
        outcome.errors().forEach((index, error) -> entries.put(index, errorEntry(index, error)));
        if (!errorsOnly) {
            for (BulkOperation operation : operations) {
                if (!entries.containsKey(operation.index()) && isDone(operation, outcome)) {
                    entries.put(operation.index(), entry(operation, outcome));
                }
            }
        }
    }

    /** Whether an operation was carried out: in an ordered group nothing after the first error was. */
    private boolean isDone(BulkOperation operation, WriteOutcome outcome) {
        return !ordered
                || outcome.errors().isEmpty()
                || operation.index() < outcome.errors().firstKey();
    }

    private static BsonDocument errorEntry(int index, BsonDocument error) {
        BsonDocument entry = new BsonDocument("ok", new BsonDouble(0)).append("idx", new BsonInt32(index));
        error.forEach((field, value) -> {
            if (!field.equals("index")) {
                entry.append(field, value);
            }
        });
        return entry.append("n", new BsonInt32(0));
    }

    private static BsonDocument entry(BulkOperation operation, WriteOutcome outcome) {
        BsonDocument entry = new BsonDocument("ok", new BsonDouble(1)).append("idx", new BsonInt32(operation.index()));
        if (operation.kind() == WriteKind.INSERT) {
            return entry.append("n", new BsonInt32(1));
        }
        entry.append("n", new BsonInt32((int) outcome.matched()));
        if (operation.kind() == WriteKind.UPDATE) {
            entry.append("nModified", new BsonInt32((int) outcome.modified()));
            BsonDocument upsert = outcome.upserted().get(operation.index());
            if (upsert != null) {
                entry.append("upserted", new BsonDocument("_id", upsert.get("_id")));
            }
        }
        return entry;
    }

    List<BsonDocument> entries() {
        return List.copyOf(entries.values());
    }

    /**
     * Drivers read these as int32: a command has at most 100,000 operations, and a larger sum of multi-updates is rare.
     */
    private static BsonValue count(long count) {
        return count == (int) count ? new BsonInt32((int) count) : new BsonInt64(count);
    }

    BsonDocument totals(BsonDocument reply) {
        reply.append("nErrors", new BsonInt32(errors))
                .append("nInserted", count(inserted))
                .append("nMatched", count(matched))
                .append("nModified", count(modified))
                .append("nUpserted", count(upserted))
                .append("nDeleted", count(deleted));
        if (!numbers.isEmpty()) {
            reply.append("autoincrement", numbers);
        }
        return reply;
    }
}
