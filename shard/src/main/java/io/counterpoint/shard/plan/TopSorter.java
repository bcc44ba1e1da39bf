package io.counterpoint.shard.plan;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.memory.ExternalSorter;
import io.counterpoint.query.memory.SpillFormat;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.query.sort.SortPattern;
import java.util.Comparator;
import java.util.Iterator;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * Brings records in order: in memory, or on disk when they are too many. With a limit only the first so many are held.
 * Equal records keep the order in which they came.
 */
final class TopSorter implements AutoCloseable {
    /** A record with the values it is sorted by. */
    @SuppressWarnings("ArrayRecordComponent") // entries are compared by the pattern, never for equality
    record Entry(BsonValue[] key, long recordId, RawDocument document) {}

    private final SortPattern pattern;
    private final StageMemory memory;
    private final ExternalSorter<Entry> sorter;

    /**
     * An empty one.
     *
     * @param limit how many of the first records are wanted; 0 for all
     */
    TopSorter(SortPattern pattern, long limit, StageMemory memory) {
        this.pattern = pattern;
        this.memory = memory;
        this.sorter = new ExternalSorter<>(new Format(pattern), memory, limit == 0 ? Long.MAX_VALUE : limit);
    }

    /**
     * Adds a record.
     *
     * @throws CommandException QueryExceededMemoryLimitNoDiskUseAllowed (292) when more would have to be held than may
     *     be, and the disk is not to be used; OutOfDiskSpace (14031) when it is full
     */
    void add(long recordId, RawDocument document) {
        try {
            sorter.add(new Entry(pattern.key(document), recordId, document));
        } catch (CommandException refusal) {
            if (refusal.code().equals(ErrorCode.QUERY_EXCEEDED_MEMORY_LIMIT_NO_DISK_USE_ALLOWED)) {
                throw new CommandException(
                        refusal.code(),
                        "Executor error during find command :: caused by :: "
                                + memory.sortExceeded().text());
            }
            throw refusal;
        }
    }

    /** Whether the disk was needed. */
    boolean hasSpilled() {
        return sorter.hasSpilled();
    }

    /** The records in order. */
    Iterator<Entry> sorted() {
        return sorter.sorted();
    }

    /** Frees memory and disk. */
    @Override
    public void close() {
        sorter.close();
    }

    /** On disk a record is {@code {r: its number, d: its document}}. */
    private record Format(SortPattern pattern) implements SpillFormat<Entry> {
        private static final String RECORD = "r";
        private static final String DOCUMENT = "d";

        /** What it holds beside the document's own bytes, roughly: objects, references, values of the key. */
        private static final int OVERHEAD_BYTES = 200;

        @Override
        public Comparator<Entry> order() {
            return (left, right) -> pattern.compareKeys(left.key, right.key);
        }

        @Override
        public long bytes(Entry entry) {
            return (long) entry.document.byteLength() + OVERHEAD_BYTES;
        }

        @Override
        public BsonDocument write(Entry entry) {
            return new BsonDocument(RECORD, new BsonInt64(entry.recordId)).append(DOCUMENT, entry.document);
        }

        @Override
        public Entry read(RawDocument spilled) {
            RawDocument document = (RawDocument) spilled.getDocument(DOCUMENT);
            return new Entry(pattern.key(document), spilled.getInt64(RECORD).getValue(), document);
        }
    }
}
