package io.counterpoint.shard.index;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.KeyBytes;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreView;
import org.jspecify.annotations.Nullable;

/**
 * Where documents are: family DOCUMENTS, key = number of the collection (4 bytes, highest first) and number of the
 * record (8 bytes, highest first), value = the document as BSON. Record numbers rise with insertion, so a scan gives
 * insertion order.
 */
public final class Records {
    private static final int KEY_BYTES = Integer.BYTES + Long.BYTES;

    private Records() {}

    /**
     * The key of a record.
     *
     * @param collectionId 1 or more
     * @param recordId 1 or more
     */
    public static byte[] key(int collectionId, long recordId) {
        byte[] key = new byte[KEY_BYTES];
        KeyBytes.putInt(key, 0, collectionId);
        KeyBytes.putLong(key, Integer.BYTES, recordId);
        return key;
    }

    /** The number of the collection in a key. */
    public static int collectionId(byte[] key) {
        return KeyBytes.getInt(key, 0);
    }

    /** The record number in a key. */
    public static long recordId(byte[] key) {
        return KeyBytes.getLong(key, Integer.BYTES);
    }

    /** The document of a record; null when there is none. */
    public static @Nullable RawDocument get(StoreView view, int collectionId, long recordId) {
        byte[] value = view.get(ColumnFamily.DOCUMENTS, key(collectionId, recordId));
        return value == null ? null : RawDocument.of(value);
    }

    /** Walks all records of a collection in insertion order or its reverse; the caller closes it. */
    public static StoreCursor scan(StoreView view, int collectionId, boolean reverse) {
        return view.cursor(ColumnFamily.DOCUMENTS, firstKey(collectionId), endKey(collectionId), reverse);
    }

    /**
     * Walks the records of a collection behind one, in insertion order; the caller closes it.
     *
     * @param recordId not included; 0 for all
     */
    public static StoreCursor scanAfter(StoreView view, int collectionId, long recordId) {
        return view.cursor(ColumnFamily.DOCUMENTS, key(collectionId, recordId + 1), endKey(collectionId), false);
    }

    /** The number of the newest record; 0 when the collection is empty. */
    public static long lastRecordId(StoreView view, int collectionId) {
        try (StoreCursor cursor = scan(view, collectionId, true)) {
            return cursor.next() ? recordId(cursor.key()) : 0;
        }
    }

    /** Before all keys of a collection's records. */
    public static byte[] firstKey(int collectionId) {
        return idPrefix(collectionId);
    }

    /** After all keys of a collection's records. */
    public static byte[] endKey(int collectionId) {
        return idPrefix(Math.addExact(collectionId, 1));
    }

    private static byte[] idPrefix(int id) {
        byte[] prefix = new byte[Integer.BYTES];
        KeyBytes.putInt(prefix, 0, id);
        return prefix;
    }
}
