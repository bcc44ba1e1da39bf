package io.counterpoint.shard.index;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.key.KeyBuffer;
import io.counterpoint.bson.key.KeyEncoding;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.KeyBytes;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreView;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Keeps index entries in step with documents, in an overlay. Family INDEXES; key as {@link IndexKeys} computes it;
 * value = number of the record (8 bytes, highest first) in a unique index, empty in others, whose keys end with it. So
 * a unique check is one read of one key.
 *
 * <p>A method that reports a {@link DuplicateKey} or throws may have made some of its changes by then: the caller rolls
 * the overlay back to where it was before the statement. Belongs to the write loop: one thread at a time.
 */
public final class IndexEntries {
    private static final byte[] NO_VALUE = {};

    private final IndexKeys before = new IndexKeys();
    private final IndexKeys after = new IndexKeys();

    /** By number of the index: multikey fields that the catalog does not know yet. */
    private final Map<Integer, Integer> newMultikeyFields = new LinkedHashMap<>();

    /**
     * Adds the entries of a new document to all indexes of its collection.
     *
     * @return what is in its way, null when it was added
     * @throws CommandException for documents that an index cannot file, see {@link IndexKeys#compute}
     */
    public @Nullable DuplicateKey insert(
            OverlayView overlay,
            KeyClaims claims,
            CollectionDescription collection,
            long recordId,
            BsonDocument document) {
        List<IndexDescription> indexes = collection.indexes();
        for (int i = 0; i < indexes.size(); i++) {
            DuplicateKey duplicate = insert(overlay, claims, collection, indexes.get(i), recordId, document);
            if (duplicate != null) {
                return duplicate;
            }
        }
        return null;
    }

    /** As {@link #insert(OverlayView, KeyClaims, CollectionDescription, long, BsonDocument)}, for one index. */
    public @Nullable DuplicateKey insert(
            OverlayView overlay,
            KeyClaims claims,
            CollectionDescription collection,
            IndexDescription index,
            long recordId,
            BsonDocument document) {
        after.compute(index, document, recordId);
        noteMultikey(index);
        byte[] value = index.unique() ? recordIdValue(recordId) : NO_VALUE;
        for (int i = 0; i < after.count(); i++) {
            byte[] key = after.key(i);
            if (index.unique()) {
                claims.claim(ColumnFamily.INDEXES, key);
                DuplicateKey duplicate = duplicate(overlay, collection, index, recordId, document, key);
                if (duplicate != null) {
                    return duplicate;
                }
            } else if (index.prepareUnique()) {
                DuplicateKey duplicate = newDuplicate(overlay, claims, collection, index, recordId, document, key);
                if (duplicate != null) {
                    return duplicate;
                }
            }
            overlay.put(ColumnFamily.INDEXES, key, value);
        }
        return null;
    }

    /** Removes the entries of a document from all indexes of its collection. */
    public void remove(
            OverlayView overlay,
            KeyClaims claims,
            CollectionDescription collection,
            long recordId,
            BsonDocument document) {
        for (IndexDescription index : collection.indexes()) {
            before.compute(index, document, recordId);
            for (int i = 0; i < before.count(); i++) {
                delete(overlay, claims, index, recordId, before.key(i));
            }
        }
    }

    private static void delete(
            OverlayView overlay, KeyClaims claims, IndexDescription index, long recordId, byte[] key) {
        if (index.unique()) {
            claims.claim(ColumnFamily.INDEXES, key);
            if (index.building() && !isOwn(overlay, recordId, key)) {
                return;
            }
        }
        overlay.delete(ColumnFamily.INDEXES, key);
    }

    /**
     * Whether a key of a unique index that is being built belongs to a record: another one may have it while the build
     * has not come to this one.
     */
    private static boolean isOwn(StoreView view, long recordId, byte[] key) {
        byte[] stored = view.get(ColumnFamily.INDEXES, key);
        return stored != null && KeyBytes.getLong(stored, 0) == recordId;
    }

    /**
     * Changes the entries of a document that changes; those that stay the same are not touched.
     *
     * @return what is in its way, null when all were changed
     * @throws CommandException for documents that an index cannot file, see {@link IndexKeys#compute}
     */
    public @Nullable DuplicateKey update(
            OverlayView overlay,
            KeyClaims claims,
            CollectionDescription collection,
            long recordId,
            BsonDocument oldDocument,
            BsonDocument newDocument) {
        List<IndexDescription> indexes = collection.indexes();
        for (int i = 0; i < indexes.size(); i++) {
            DuplicateKey duplicate =
                    update(overlay, claims, collection, indexes.get(i), recordId, oldDocument, newDocument);
            if (duplicate != null) {
                return duplicate;
            }
        }
        return null;
    }

    private @Nullable DuplicateKey update(
            OverlayView overlay,
            KeyClaims claims,
            CollectionDescription collection,
            IndexDescription index,
            long recordId,
            BsonDocument oldDocument,
            BsonDocument newDocument) {
        before.compute(index, oldDocument, recordId);
        after.compute(index, newDocument, recordId);
        noteMultikey(index);
        for (int i = 0; i < before.count(); i++) {
            if (!after.contains(before.key(i))) {
                delete(overlay, claims, index, recordId, before.key(i));
            }
        }
        byte[] value = index.unique() ? recordIdValue(recordId) : NO_VALUE;
        for (int i = 0; i < after.count(); i++) {
            byte[] key = after.key(i);
            if (before.contains(key)) {
                continue;
            }
            if (index.unique()) {
                claims.claim(ColumnFamily.INDEXES, key);
                DuplicateKey duplicate = duplicate(overlay, collection, index, recordId, newDocument, key);
                if (duplicate != null) {
                    return duplicate;
                }
            } else if (index.prepareUnique()) {
                DuplicateKey duplicate = newDuplicate(overlay, claims, collection, index, recordId, newDocument, key);
                if (duplicate != null) {
                    return duplicate;
                }
            }
            overlay.put(ColumnFamily.INDEXES, key, value);
        }
        return null;
    }

    /**
     * Adds the entries of all documents of a collection to a new index.
     *
     * @return the first document that stands in the way of a unique index, null when the index is complete
     * @throws CommandException for documents that the index cannot file, see {@link IndexKeys#compute}
     */
    public @Nullable DuplicateKey build(OverlayView overlay, CollectionDescription collection, IndexDescription index) {
        try (StoreCursor records = Records.scan(overlay, collection.id(), false)) {
            while (records.next()) {
                DuplicateKey duplicate = insert(
                        overlay,
                        KeyClaims.FREE,
                        collection,
                        index,
                        Records.recordId(records.key()),
                        RawDocument.of(records.value()));
                if (duplicate != null) {
                    return duplicate;
                }
            }
        }
        return null;
    }

    /**
     * The collection with what its indexes have met since the last call: arrays at fields that had none. When it is
     * another object than the one given, its row must be written in the same batch and be the current one before a
     * reader sees that batch.
     */
    public CollectionDescription withNewMultikeyFields(CollectionDescription collection) {
        if (newMultikeyFields.isEmpty()) {
            return collection;
        }
        CollectionDescription changed = collection;
        for (Map.Entry<Integer, Integer> entry : newMultikeyFields.entrySet()) {
            int fields = entry.getValue();
            changed = changed.withIndexChanged(entry.getKey(), index -> index.withMultikeyFields(fields));
        }
        newMultikeyFields.clear();
        return changed;
    }

    /**
     * The record that a unique index on one field files under a value.
     *
     * @param value no array
     */
    public static OptionalLong find(StoreView view, IndexDescription index, BsonValue value) {
        byte[] stored = view.get(ColumnFamily.INDEXES, prefix(index, value));
        return stored == null ? OptionalLong.empty() : OptionalLong.of(KeyBytes.getLong(stored, 0));
    }

    /**
     * Walks the entries of an index whose first field lies between two values, both included, from the lower one up;
     * the caller closes it.
     */
    public static StoreCursor range(StoreView view, IndexDescription index, BsonValue lower, BsonValue upper) {
        boolean descending = index.fields().get(0).descending();
        byte[] first = prefix(index, descending ? upper : lower);
        byte[] last = prefix(index, descending ? lower : upper);
        return view.cursor(ColumnFamily.INDEXES, first, KeyEncoding.successor(last), descending);
    }

    /**
     * What all keys of an index begin with; those of one path, when a wildcard index is looked at for
     * {@link IndexDescription#atPath one}.
     */
    public static KeyBuffer keyStart(IndexDescription index) {
        KeyBuffer start = new KeyBuffer().appendInt32BigEndian(index.id());
        FieldPath path = index.wildcardPath();
        return path == null ? start : start.appendValue(new BsonString(path.text()), false);
    }

    private static byte[] prefix(IndexDescription index, BsonValue value) {
        return keyStart(index)
                .appendValue(
                        index.collation().order().keyOf(value),
                        index.fields().get(0).descending())
                .toByteArray();
    }

    /** The number of the record that an entry leads to. */
    public static long recordId(IndexDescription index, byte[] key, byte[] value) {
        return index.unique() ? KeyBytes.getLong(value, 0) : KeyBytes.getLong(key, key.length - Long.BYTES);
    }

    /** Before all keys of an index. */
    public static byte[] firstKey(int indexId) {
        byte[] key = new byte[Integer.BYTES];
        KeyBytes.putInt(key, 0, indexId);
        return key;
    }

    /** After all keys of an index. */
    public static byte[] endKey(int indexId) {
        return firstKey(Math.addExact(indexId, 1));
    }

    private void noteMultikey(IndexDescription index) {
        int unknown = after.multikeyFields() & ~index.multikeyFields();
        if (unknown != 0) {
            newMultikeyFields.merge(index.id(), unknown, (known, more) -> known | more);
        }
    }

    private @Nullable DuplicateKey duplicate(
            StoreView view,
            CollectionDescription collection,
            IndexDescription index,
            long recordId,
            BsonDocument document,
            byte[] key) {
        byte[] stored = view.get(ColumnFamily.INDEXES, key);
        if (stored == null || KeyBytes.getLong(stored, 0) == recordId) {
            return null;
        }
        BsonDocument keyValue = after.valuesOf(index, document, recordId, key);
        return new DuplicateKey(collection.namespace(), index, keyValue, KeyBytes.getLong(stored, 0));
    }

    /**
     * What has the values of a new entry already, in an index that is to become unique. The values are claimed as they
     * would be in a unique index.
     */
    private @Nullable DuplicateKey newDuplicate(
            StoreView view,
            KeyClaims claims,
            CollectionDescription collection,
            IndexDescription index,
            long recordId,
            BsonDocument document,
            byte[] key) {
        byte[] values = values(key);
        claims.claim(ColumnFamily.INDEXES, values);
        try (StoreCursor entries = view.cursor(ColumnFamily.INDEXES, values, KeyEncoding.successor(values), false)) {
            while (entries.next()) {
                long existing = recordId(index, entries.key(), NO_VALUE);
                if (existing != recordId) {
                    return new DuplicateKey(
                            collection.namespace(), index, after.valuesOf(index, document, recordId, key), existing);
                }
            }
        }
        return null;
    }

    /** What a key of an index that is not unique holds beside the record. */
    static byte[] values(byte[] key) {
        return Arrays.copyOf(key, key.length - Long.BYTES);
    }

    private static byte[] recordIdValue(long recordId) {
        byte[] value = new byte[Long.BYTES];
        KeyBytes.putLong(value, 0, recordId);
        return value;
    }
}
