package io.counterpoint.shard.command;

import io.counterpoint.shard.collection.BatchWrite;
import io.counterpoint.shard.collection.BulkWrite;
import io.counterpoint.shard.collection.DeleteWrite;
import io.counterpoint.shard.collection.InsertWrite;
import io.counterpoint.shard.collection.UpdateWrite;
import io.counterpoint.shard.collection.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** What the parts of a {@code bulkWrite} came to, told operation by operation and in sum. */
final class BulkReply {
    private final boolean errorsOnly;
    private final TreeMap<Integer, BsonDocument> entries = new TreeMap<>();
    private final BsonArray numbers = new BsonArray();
    private int errors;
    private long inserted;
    private long matched;
    private long modified;
    private long upserted;
    private long deleted;

    /**
     * Adds up the parts.
     *
     * @param parts as they were asked for
     * @param outcomes of those that ran: the first ones
     * @param errorsOnly whether operations that went well are left out of the entries
     */
    BulkReply(List<BulkWrite.Part> parts, List<WriteOutcome> outcomes, boolean errorsOnly) {
        this.errorsOnly = errorsOnly;
        for (int i = 0; i < outcomes.size(); i++) {
            add(parts.get(i), outcomes.get(i));
        }
    }

    private void add(BulkWrite.Part part, WriteOutcome outcome) {
        BatchWrite write = part.write();
        if (write instanceof InsertWrite) {
            inserted += outcome.matched();
        } else if (write instanceof DeleteWrite) {
            deleted += outcome.matched();
        } else {
            matched += outcome.matched() - outcome.upserts().size();
            modified += outcome.modified();
            upserted += outcome.upserts().size();
        }
        errors += outcome.failures().size();
        addEntries(part, outcome);
        for (WriteOutcome.Numbered number : outcome.numbers()) {
            numbers.add(WriteDoor.number(part.first() + number.index(), number));
        }
    }

    private void addEntries(BulkWrite.Part part, WriteOutcome outcome) {
        boolean update = part.write() instanceof UpdateWrite;
        for (WriteOutcome.Failure failure : outcome.failures()) {
            BsonDocument entry = entry(part, failure.index(), 0);
            WriteDoor.appendError(entry, failure.error());
            appendCounts(entry, 0, 0, update);
        }
        if (errorsOnly) {
            return;
        }
        for (WriteOutcome.Success success : outcome.successes()) {
            appendCounts(entry(part, success.index(), 1), success.matched(), success.modified(), update);
        }
        for (WriteOutcome.Upsert upsert : outcome.upserts()) {
            BsonDocument entry = entries.get(part.first() + upsert.index());
            if (entry != null) {
                entry.append("upserted", new BsonDocument("_id", upsert.id()));
            }
        }
    }

    private BsonDocument entry(BulkWrite.Part part, int index, int ok) {
        int position = part.first() + index;
        BsonDocument entry = new BsonDocument("ok", new BsonDouble(ok)).append("idx", new BsonInt32(position));
        entries.put(position, entry);
        return entry;
    }

    private static void appendCounts(BsonDocument entry, long matched, long modified, boolean update) {
        entry.append("n", WriteDoor.count(matched));
        if (update) {
            entry.append("nModified", WriteDoor.count(modified));
        }
    }

    /** What became of each operation that ran, in order of the operations. */
    List<BsonDocument> entries() {
        return new ArrayList<>(entries.values());
    }

    /** Completes the reply that the entries' cursor began. */
    BsonDocument appendTotals(BsonDocument reply) {
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

    private static BsonValue count(long count) {
        return WriteDoor.count(count);
    }
}
