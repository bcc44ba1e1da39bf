package io.counterpoint.shard.loop;

import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.StorageException;
import io.counterpoint.shard.storage.Store;
import io.counterpoint.shard.storage.StoreBatch;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A store that refuses when it is told to, and counts. */
public final class FaultyStore implements Store {
    private final Store store;
    private int writesToRefuse;
    private int syncsToRefuse;
    private int writes;
    private int syncs;
    private int openSnapshots;

    /** Passes everything on to another store. */
    public FaultyStore(Store store) {
        this.store = store;
    }

    /** Refuses the next writes. */
    public void refuseWrites(int count) {
        writesToRefuse = count;
    }

    /** Refuses the next syncs. */
    public void refuseSyncs(int count) {
        syncsToRefuse = count;
    }

    /** Batches written so far. */
    public int writes() {
        return writes;
    }

    /** Syncs that went well. */
    public int syncs() {
        return syncs;
    }

    /** Snapshots that were taken and not closed. */
    public int openSnapshots() {
        return openSnapshots;
    }

    @Override
    public StoreBatch newBatch() {
        return store.newBatch();
    }

    @Override
    public void write(StoreBatch batch) {
        if (writesToRefuse > 0) {
            writesToRefuse--;
            throw new StorageException("no space left", true, new IOException("no space left on device"));
        }
        writes++;
        store.write(batch);
    }

    @Override
    public void sync() {
        if (syncsToRefuse > 0) {
            syncsToRefuse--;
            throw new StorageException("input/output error", false, new IOException("input/output error"));
        }
        syncs++;
        store.sync();
    }

    @Override
    public byte @Nullable [] get(ColumnFamily family, byte[] key) {
        return store.get(family, key);
    }

    @Override
    public StoreCursor cursor(ColumnFamily family, byte[] lower, byte[] upper, boolean reverse) {
        return store.cursor(family, lower, upper, reverse);
    }

    @Override
    public StoreSnapshot snapshot() {
        StoreSnapshot snapshot = store.snapshot();
        openSnapshots++;
        return new StoreSnapshot() {
            private boolean closed;

            @Override
            public byte @Nullable [] get(ColumnFamily family, byte[] key) {
                return snapshot.get(family, key);
            }

            @Override
            public StoreCursor cursor(ColumnFamily family, byte[] lower, byte[] upper, boolean reverse) {
                return snapshot.cursor(family, lower, upper, reverse);
            }

            @Override
            public void close() {
                openSnapshots -= closed ? 0 : 1;
                closed = true;
                snapshot.close();
            }
        };
    }

    @Override
    public long estimatedBytes(ColumnFamily family, byte[] lower, byte[] upper) {
        return store.estimatedBytes(family, lower, upper);
    }

    @Override
    public void deleteRange(ColumnFamily family, byte[] lower, byte[] upper) {
        store.deleteRange(family, lower, upper);
    }

    @Override
    public void flush() {
        store.flush();
    }

    @Override
    public void checkpoint(Path folder) {
        store.checkpoint(folder);
    }

    @Override
    public void close() {
        store.close();
    }
}
