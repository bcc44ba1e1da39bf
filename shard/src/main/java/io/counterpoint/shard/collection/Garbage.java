package io.counterpoint.shard.collection;

import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.Store;
import io.counterpoint.shard.storage.StoreBatch;
import io.counterpoint.shard.storage.StoreCursor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Records and index entries of what was dropped. A drop only removes the catalog row and notes the ranges in META, in
 * one batch; the ranges are removed once no new reader can find them, and at the next start if the process ends before.
 * Numbers of collections and indexes are never used again, so nothing can be hit by mistake.
 *
 * <p>Row in family META: key {@code garbage.} + family number (1 byte) + number of the collection or index (4 bytes);
 * value empty.
 */
public final class Garbage {
    private static final byte[] PREFIX = "garbage.".getBytes(StandardCharsets.US_ASCII);

    private final Store store;

    /** Removes ranges of a store. */
    public Garbage(Store store) {
        this.store = store;
    }

    /** Notes all that a collection stored. */
    void discard(WriteContext context, CollectionDescription collection) {
        List<byte[]> rows = new ArrayList<>();
        // Entries first: a reader without a snapshot may then miss a document, but finds no entry that leads nowhere.
        collection.indexes().forEach(index -> rows.add(row(ColumnFamily.INDEXES, index.id())));
        rows.add(row(ColumnFamily.DOCUMENTS, collection.id()));
        discard(context, rows);
    }

    /** Notes the entries of an index. */
    void discard(WriteContext context, IndexDescription index) {
        discard(context, List.of(row(ColumnFamily.INDEXES, index.id())));
    }

    private void discard(WriteContext context, List<byte[]> rows) {
        OverlayView view = context.committed();
        rows.forEach(row -> view.put(ColumnFamily.META, row, new byte[0]));
        context.afterWrite(() -> rows.forEach(this::remove));
    }

    /** Removes what earlier runs of the process left. Called before anything else uses the store. */
    public void removeLeftovers() {
        List<byte[]> rows = new ArrayList<>();
        try (StoreCursor cursor = store.cursor(ColumnFamily.META, PREFIX, end(), false)) {
            while (cursor.next()) {
                rows.add(cursor.key());
            }
        }
        rows.forEach(this::remove);
    }

    private void remove(byte[] row) {
        ByteBuffer parts = ByteBuffer.wrap(row, PREFIX.length, row.length - PREFIX.length);
        ColumnFamily family =
                parts.get() == ColumnFamily.DOCUMENTS.number() ? ColumnFamily.DOCUMENTS : ColumnFamily.INDEXES;
        int id = parts.getInt();
        // Documents and index entries both begin with the number they belong to.
        store.deleteRange(family, Records.firstKey(id), Records.endKey(id));
        StoreBatch batch = store.newBatch();
        batch.delete(ColumnFamily.META, row);
        store.write(batch);
    }

    private static byte[] row(ColumnFamily family, int id) {
        return ByteBuffer.allocate(PREFIX.length + 1 + Integer.BYTES)
                .put(PREFIX)
                .put((byte) family.number())
                .putInt(id)
                .array();
    }

    private static byte[] end() {
        byte[] end = PREFIX.clone();
        end[end.length - 1]++;
        return end;
    }
}
