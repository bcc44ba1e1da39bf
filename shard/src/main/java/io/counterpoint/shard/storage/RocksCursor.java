package io.counterpoint.shard.storage;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/** A native iterator whose bounds the database itself knows, so that it never reads deleted entries beyond them. */
final class RocksCursor implements StoreCursor {
    private enum Step {
        FIRST,
        TO_KEY,
        ON,
        END
    }

    private final RocksUses uses;
    private final boolean reverse;
    private final Slice lower;
    private final Slice upper;
    private final ReadOptions options;
    private final RocksIterator iterator;
    private Step step = Step.FIRST;
    private byte @Nullable [] sought;
    private boolean closed;

    /** Takes over a permit of {@code uses}. */
    RocksCursor(
            RocksUses uses,
            RocksDB database,
            ColumnFamilyHandle family,
            @Nullable Snapshot snapshot,
            byte[] lower,
            byte[] upper,
            boolean reverse) {
        this.uses = uses;
        this.reverse = reverse;
        this.lower = new Slice(lower);
        this.upper = new Slice(upper);
        // Obsolete files that only this cursor kept are deleted by a background thread, not by the reader that closes
        // it.
        this.options = new ReadOptions()
                .setIterateLowerBound(this.lower)
                .setIterateUpperBound(this.upper)
                .setBackgroundPurgeOnIteratorCleanup(true);
        if (snapshot != null) {
            options.setSnapshot(snapshot);
        }
        this.iterator = database.newIterator(family, options);
    }

    @Override
    public boolean next() {
        checkOpen();
        switch (step) {
            case FIRST -> {
                if (reverse) {
                    iterator.seekToLast();
                } else {
                    iterator.seekToFirst();
                }
            }
            case TO_KEY -> {
                byte[] key = sought;
                sought = null;
                if (reverse) {
                    iterator.seekForPrev(key);
                } else {
                    iterator.seek(key);
                }
            }
            case ON -> {
                if (reverse) {
                    iterator.prev();
                } else {
                    iterator.next();
                }
            }
            case END -> {
                return false;
            }
        }
        if (iterator.isValid()) {
            step = Step.ON;
            return true;
        }
        step = Step.END;
        try {
            iterator.status();
        } catch (RocksDBException failure) {
            throw RocksFailures.translate("reading", failure);
        }
        return false;
    }

    @Override
    public byte[] key() {
        checkOn();
        return iterator.key();
    }

    @Override
    public byte[] value() {
        checkOn();
        return iterator.value();
    }

    @Override
    public void seek(byte[] key) {
        checkOpen();
        sought = key;
        step = Step.TO_KEY;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            iterator.close();
            options.close();
            upper.close();
            lower.close();
            uses.leave();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the cursor is closed");
        }
    }

    private void checkOn() {
        if (closed || step != Step.ON) {
            throw new IllegalStateException("the cursor is not on an entry");
        }
    }
}
