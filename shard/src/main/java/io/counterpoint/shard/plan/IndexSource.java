package io.counterpoint.shard.plan;

import io.counterpoint.base.check.CorruptionException;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.index.IndexEntries;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.KeyBytes;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreView;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The records that ranges of an index lead to. Ranges that are whole keys of a unique index are read key by key; others
 * by one cursor over all of them, which seeks from range to range.
 */
final class IndexSource implements RecordSource {
    private final StoreView view;
    private final int collectionId;
    private final IndexDescription index;
    private final List<KeyRange> ranges;
    private final boolean reverse;
    private final boolean wholeKeys;

    /** Records that came already; null when none can come twice. */
    private final @Nullable Set<Long> seen;

    private final boolean fetches;

    private final RecordFetcher records;

    private @Nullable StoreCursor cursor;

    /** Position in {@code ranges} of the one being read, counted in the direction of the scan. */
    private int range = -1;

    private long keysExamined;
    private long recordId;
    private @Nullable RawDocument document;

    /** Entries in a scan's ranges, each with its document. */
    static IndexSource of(StoreView view, int collectionId, Access.IndexScan scan) {
        return new IndexSource(view, collectionId, scan, scan.mayRepeat() ? new HashSet<>() : null, true);
    }

    /** Entries in a scan's ranges without their documents, one for each record. */
    static IndexSource keysOnly(StoreView view, int collectionId, Access.IndexScan scan) {
        return new IndexSource(view, collectionId, scan, scan.mayRepeat() ? new HashSet<>() : null, false);
    }

    /**
     * Entries in a scan's ranges, each with its document.
     *
     * @param seen records that others found; those found here are added, and none comes twice
     */
    static IndexSource sharing(StoreView view, int collectionId, Access.IndexScan scan, Set<Long> seen) {
        return new IndexSource(view, collectionId, scan, seen, true);
    }

    private IndexSource(
            StoreView view, int collectionId, Access.IndexScan scan, @Nullable Set<Long> seen, boolean fetches) {
        this.view = view;
        this.collectionId = collectionId;
        this.index = scan.bounds().index();
        this.ranges = scan.ranges();
        this.reverse = scan.reverse();
        this.wholeKeys = scan.bounds().areWholeKeys();
        this.seen = seen;
        this.fetches = fetches;
        this.records = new RecordFetcher(view, collectionId, reverse);
    }

    @Override
    public boolean next() {
        while (wholeKeys ? nextWholeKey() : nextEntry()) {
            if (seen != null && !seen.add(recordId)) {
                continue;
            }
            if (!fetches) {
                return true;
            }
            RawDocument found = records.get(recordId);
            if (found == null) {
                if (wholeKeys && entryWent()) {
                    // The view is the newest state, and the document was deleted between the two reads: look again.
                    range--;
                    continue;
                }
                throw new CorruptionException(
                        "family indexes, index " + index.name() + " of collection number " + collectionId,
                        "an entry leads to record " + recordId + ", which is not there");
            }
            document = found;
            return true;
        }
        return false;
    }

    /** Leaves out entries before a key, which is not before the current one. Forward scans only. */
    void skipTo(byte[] key) {
        if (cursor != null) {
            cursor.seek(key);
        }
    }

    private boolean nextWholeKey() {
        while (++range < ranges.size()) {
            byte[] key = rangeAt(range).lower();
            byte[] value = view.get(ColumnFamily.INDEXES, key);
            keysExamined++;
            if (value != null) {
                recordId = IndexEntries.recordId(index, key, value);
                return true;
            }
        }
        return false;
    }

    /** Whether the entry that was just read is gone or leads elsewhere by now. In a snapshot it never does. */
    private boolean entryWent() {
        byte[] key = rangeAt(range).lower();
        byte[] value = view.get(ColumnFamily.INDEXES, key);
        return value == null || IndexEntries.recordId(index, key, value) != recordId;
    }

    private boolean nextEntry() {
        StoreCursor entries = cursor;
        if (entries == null) {
            entries = view.cursor(
                    ColumnFamily.INDEXES,
                    ranges.get(0).lower(),
                    ranges.get(ranges.size() - 1).upper(),
                    reverse);
            cursor = entries;
            range = 0;
        }
        while (range < ranges.size() && entries.next()) {
            byte[] key = entries.key();
            keysExamined++;
            range = rangeOf(key);
            if (range == ranges.size()) {
                return false;
            }
            KeyRange current = rangeAt(range);
            if (contains(current, key)) {
                recordId = IndexEntries.recordId(index, key, index.unique() ? entries.value() : key);
                return true;
            }
            // Backwards a seek may land on the end itself, which is no part of the range: one more step, not one more
            // seek.
            if (!reverse) {
                entries.seek(current.lower());
            } else if (!Arrays.equals(key, current.upper())) {
                entries.seek(current.upper());
            }
        }
        return false;
    }

    /** The first range, in the direction of the scan and from the current one on, that does not end before a key. */
    private int rangeOf(byte[] key) {
        int at = range;
        while (at < ranges.size() && endsBefore(rangeAt(at), key)) {
            at++;
        }
        return at;
    }

    private boolean endsBefore(KeyRange candidate, byte[] key) {
        return reverse ? KeyBytes.compare(key, candidate.lower()) < 0 : KeyBytes.compare(key, candidate.upper()) >= 0;
    }

    private static boolean contains(KeyRange candidate, byte[] key) {
        return KeyBytes.compare(key, candidate.lower()) >= 0 && KeyBytes.compare(key, candidate.upper()) < 0;
    }

    private KeyRange rangeAt(int position) {
        return ranges.get(reverse ? ranges.size() - 1 - position : position);
    }

    @Override
    public long recordId() {
        return recordId;
    }

    @Override
    public RawDocument document() {
        RawDocument current = document;
        if (current == null) {
            throw new IllegalStateException("the source is not on a record");
        }
        return current;
    }

    @Override
    public long keysExamined() {
        return keysExamined;
    }

    @Override
    public void close() {
        records.close();
        if (cursor != null) {
            cursor.close();
        }
    }
}
