package io.counterpoint.shard.plan;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.sort.SortPattern;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import org.bson.BsonValue;

/**
 * Brings records in order in memory. With a limit only the first so many are held: a heap with the last of them on top,
 * which a record must beat to get in. Equal records keep the order in which they came.
 */
final class TopSorter {
    /** A record with the values it is sorted by. */
    @SuppressWarnings("ArrayRecordComponent") // entries are compared by the pattern, never for equality
    record Entry(BsonValue[] key, long sequence, long recordId, RawDocument document) {
        /** What it holds beside the document's own bytes, roughly: objects, references, values of the key. */
        private static final int OVERHEAD_BYTES = 200;

        long bytes() {
            return (long) document.byteLength() + OVERHEAD_BYTES;
        }
    }

    private final SortPattern pattern;
    private final long limit;

    /** The last of the kept ones on top. */
    private final PriorityQueue<Entry> kept;

    private long bytes;
    private long sequence;

    /**
     * An empty one.
     *
     * @param limit how many of the first records are wanted; 0 for all
     */
    TopSorter(SortPattern pattern, long limit) {
        this.pattern = pattern;
        this.limit = limit == 0 ? Long.MAX_VALUE : limit;
        Comparator<Entry> order = this::compare;
        this.kept = new PriorityQueue<>(order.reversed());
    }

    /**
     * @throws CommandException QueryExceededMemoryLimitNoDiskUseAllowed (292) when more would have to be held than may
     *     be
     */
    void add(long recordId, RawDocument document) {
        Entry entry = new Entry(pattern.key(document), sequence++, recordId, document);
        if (kept.size() >= limit) {
            Entry last = kept.element();
            if (compare(entry, last) >= 0) {
                return;
            }
            bytes -= kept.remove().bytes();
        }
        kept.add(entry);
        bytes += entry.bytes();
        if (bytes > Limits.BLOCKING_STAGE_BYTES_MAX) {
            throw new CommandException(
                    ErrorCode.QUERY_EXCEEDED_MEMORY_LIMIT_NO_DISK_USE_ALLOWED,
                    "Executor error during find command :: caused by :: Sort exceeded memory limit of "
                            + Limits.BLOCKING_STAGE_BYTES_MAX
                            + " bytes, but did not opt in to external sorting.");
        }
    }

    /** The records in order; empties the sorter. */
    Deque<Entry> sorted() {
        Entry[] entries = kept.toArray(new Entry[0]);
        kept.clear();
        Arrays.sort(entries, this::compare);
        return new ArrayDeque<>(Arrays.asList(entries));
    }

    private int compare(Entry left, Entry right) {
        int order = pattern.compareKeys(left.key, right.key);
        return order != 0 ? order : Long.compare(left.sequence, right.sequence);
    }
}
