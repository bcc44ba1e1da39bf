package io.counterpoint.shard.storage;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.Snapshot;

/** One moment of a {@link RocksStore}. */
final class RocksSnapshot implements StoreSnapshot {
    private final RocksStore store;
    private final Snapshot snapshot;
    private final ReadOptions options;
    private volatile boolean closed;

    RocksSnapshot(RocksStore store, Snapshot snapshot) {
        this.store = store;
        this.snapshot = snapshot;
        this.options = new ReadOptions().setSnapshot(snapshot);
    }

    @Override
    public byte @Nullable [] get(ColumnFamily family, byte[] key) {
        checkOpen();
        return store.get(family, key, options);
    }

    @Override
    public StoreCursor cursor(ColumnFamily family, byte[] lower, byte[] upper, boolean reverse) {
        checkOpen();
        return store.cursor(family, lower, upper, reverse, snapshot);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            options.close();
            store.release(snapshot);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the snapshot is closed");
        }
    }
}
