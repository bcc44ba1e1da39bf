package io.counterpoint.shard.index;

import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.KeyBytes;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreView;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How many records each collection has: family META, key = {@code count.} and number of the collection (4 bytes,
 * highest first), value = the count (8 bytes, highest first). Changed in the batch of the records themselves, so a
 * crash leaves both or neither.
 *
 * <p>Transactions and staged batches, whose changes are kept aside, do not count: what they did is counted when it is
 * {@link #apply applied}, since others may have changed the count by then.
 */
public final class RecordCounts {
    private static final byte[] PREFIX = "count.".getBytes(StandardCharsets.US_ASCII);

    private RecordCounts() {}

    /** The count of a collection; empty when its records were not counted yet, or it is not there. */
    public static OptionalLong read(StoreView view, int collectionId) {
        byte[] stored = view.get(ColumnFamily.META, key(collectionId));
        return stored == null ? OptionalLong.empty() : OptionalLong.of(KeyBytes.getLong(stored, 0));
    }

    /** Begins to count for a new collection. */
    public static void start(OverlayView committed, int collectionId) {
        put(committed, collectionId, 0);
    }

    /** Begins to count for a collection that may have records: reads all of them. */
    public static void startFromRecords(OverlayView committed, int collectionId) {
        long count = 0;
        try (StoreCursor records = Records.scan(committed, collectionId, false)) {
            while (records.next()) {
                count++;
            }
        }
        put(committed, collectionId, count);
    }

    /** Ends counting for a collection that is dropped. */
    public static void end(OverlayView committed, int collectionId) {
        committed.delete(ColumnFamily.META, key(collectionId));
    }

    /** Counts records that came (above 0) or went (below 0). */
    public static void add(OverlayView committed, int collectionId, long difference) {
        OptionalLong count = read(committed, collectionId);
        if (count.isPresent()) {
            put(committed, collectionId, count.getAsLong() + difference);
        }
    }

    /** Makes changes that were kept aside and counts the records that come and go by them. */
    public static void apply(OverlayView changes, OverlayView committed) {
        changes.forEachChange((family, key, value) -> {
            if (family == ColumnFamily.DOCUMENTS) {
                count(committed, key, value);
            }
            if (value == null) {
                committed.delete(family, key);
            } else {
                committed.put(family, key, value);
            }
        });
    }

    private static void count(OverlayView committed, byte[] key, byte @Nullable [] value) {
        boolean was = committed.get(ColumnFamily.DOCUMENTS, key) != null;
        boolean is = value != null;
        if (was != is) {
            add(committed, Records.collectionId(key), is ? 1 : -1);
        }
    }

    private static void put(OverlayView committed, int collectionId, long count) {
        byte[] value = new byte[Long.BYTES];
        KeyBytes.putLong(value, 0, count);
        committed.put(ColumnFamily.META, key(collectionId), value);
    }

    private static byte[] key(int collectionId) {
        byte[] key = new byte[PREFIX.length + Integer.BYTES];
        System.arraycopy(PREFIX, 0, key, 0, PREFIX.length);
        KeyBytes.putInt(key, PREFIX.length, collectionId);
        return key;
    }
}
