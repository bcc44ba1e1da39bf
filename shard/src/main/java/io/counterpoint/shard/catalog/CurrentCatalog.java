package io.counterpoint.shard.catalog;

import io.counterpoint.shard.storage.Store;
import io.counterpoint.shard.storage.StoreSnapshot;
import java.util.concurrent.locks.StampedLock;

/**
 * The newest catalog, and the way to read it together with the data it describes. A reader that took one before and the
 * other after a change would look for entries of an index that is gone, or miss arrays in an index that had none: so a
 * change of both is one step for readers.
 *
 * <p>Changed by the write loop only; read by any thread. Readers wait only while a batch that changes the catalog is
 * being written.
 */
public final class CurrentCatalog {
    /** A catalog and the data of the same moment; whoever took it closes the snapshot. */
    public record View(Catalog catalog, StoreSnapshot snapshot) {}

    private final StampedLock lock = new StampedLock();
    private volatile Catalog catalog;

    /** Starts with what the store has. */
    public CurrentCatalog(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The newest catalog, for those who read no data with it, and for the write loop, whose own it is. */
    public Catalog get() {
        return catalog;
    }

    /** Catalog and data of one moment. */
    public View view(Store store) {
        while (true) {
            long stamp = lock.tryOptimisticRead();
            if (stamp == 0) {
                // A change is being written: wait for its end.
                lock.unlockRead(lock.readLock());
                continue;
            }
            View view = new View(catalog, store.snapshot());
            if (lock.validate(stamp)) {
                return view;
            }
            view.snapshot().close();
        }
    }

    /**
     * Writes a batch that changes catalog rows and makes the changed catalog the current one.
     *
     * @param write writes the batch; when it throws, the catalog stays as it was
     */
    public void change(Catalog changed, Runnable write) {
        long stamp = lock.writeLock();
        try {
            write.run();
            catalog = changed;
        } finally {
            lock.unlockWrite(stamp);
        }
    }
}
