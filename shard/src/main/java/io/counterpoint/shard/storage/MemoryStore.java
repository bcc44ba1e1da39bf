package io.counterpoint.shard.storage;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory: the plain model that {@link RocksStore} is compared with, and the disk of simulated shards. It
 * outlives its own {@link #close()}, as a disk outlives a process: a shard that starts again gets the same object.
 */
public final class MemoryStore implements Store {
    @SuppressWarnings("ArrayRecordComponent") // changes are applied, never compared
    private record Change(ColumnFamily family, byte[] key, byte @Nullable [] value) {}

    private static final class Batch implements StoreBatch {
        private final List<Change> changes = new ArrayList<>();

        @Override
        public void put(ColumnFamily family, byte[] key, byte[] value) {
            changes.add(new Change(family, key, value));
        }

        @Override
        public void delete(ColumnFamily family, byte[] key) {
            changes.add(new Change(family, key, null));
        }

        @Override
        public int count() {
            return changes.size();
        }
    }

    private static final MemoryView NOTHING = new MemoryView();

    private volatile MemoryView current = NOTHING;

    /** What a loss of power would go back to. */
    private MemoryView synced = NOTHING;

    /** The states after each change since the last sync, oldest first. */
    private final Deque<MemoryView> unsynced = new ArrayDeque<>();

    @Override
    public StoreBatch newBatch() {
        return new Batch();
    }

    @Override
    public synchronized void write(StoreBatch batch) {
        if (batch.count() == 0) {
            return;
        }
        MemoryView next = current.copy();
        for (Change change : ((Batch) batch).changes) {
            next.apply(change.family, change.key, change.value);
        }
        become(next);
    }

    @Override
    public synchronized void sync() {
        synced = current;
        unsynced.clear();
    }

    /** Batches and range deletions since the last sync: those that a loss of power may take. */
    public synchronized int unsyncedCount() {
        return unsynced.size();
    }

    /**
     * Loses power: what was synced stays, and of what came after it only the oldest changes.
     *
     * @param kept how many unsynced changes reached the disk, 0 to {@link #unsyncedCount()}
     */
    public synchronized void crash(int kept) {
        if (kept < 0 || kept > unsynced.size()) {
            throw new IllegalArgumentException("kept " + kept + " of " + unsynced.size());
        }
        for (int i = 0; i < kept; i++) {
            synced = unsynced.removeFirst();
        }
        unsynced.clear();
        current = synced;
    }

    @Override
    public byte @Nullable [] get(ColumnFamily family, byte[] key) {
        return current.get(family, key);
    }

    @Override
    public StoreCursor cursor(ColumnFamily family, byte[] lower, byte[] upper, boolean reverse) {
        return current.cursor(family, lower, upper, reverse);
    }

    @Override
    public StoreSnapshot snapshot() {
        return current;
    }

    @Override
    public long estimatedBytes(ColumnFamily family, byte[] lower, byte[] upper) {
        long bytes = 0;
        try (StoreCursor cursor = cursor(family, lower, upper, false)) {
            while (cursor.next()) {
                bytes += cursor.key().length + cursor.value().length;
            }
        }
        return bytes;
    }

    @Override
    public synchronized void deleteRange(ColumnFamily family, byte[] lower, byte[] upper) {
        MemoryView next = current.copy();
        next.deleteRange(family, lower, upper);
        become(next);
    }

    @Override
    public void flush() {}

    @Override
    public void checkpoint(Path folder) {
        throw new StorageException("a store in memory has no files to copy", false, null);
    }

    @Override
    public void close() {
        sync();
    }

    private void become(MemoryView next) {
        unsynced.addLast(next);
        current = next;
    }

    /** One state of all families; changed only before it is published. */
    private static final class MemoryView implements StoreSnapshot {
        /** By number of the family. */
        private final PersistentTree[] families;

        MemoryView() {
            families = new PersistentTree[ColumnFamily.NUMBER_END];
            Arrays.fill(families, PersistentTree.EMPTY);
        }

        private MemoryView(PersistentTree[] families) {
            this.families = families;
        }

        MemoryView copy() {
            return new MemoryView(families.clone());
        }

        void apply(ColumnFamily family, byte[] key, byte @Nullable [] value) {
            PersistentTree tree = families[family.number()];
            families[family.number()] = value == null ? tree.without(key) : tree.with(key, value);
        }

        void deleteRange(ColumnFamily family, byte[] lower, byte[] upper) {
            families[family.number()] = families[family.number()].withoutRange(lower, upper);
        }

        @Override
        public byte @Nullable [] get(ColumnFamily family, byte[] key) {
            return families[family.number()].get(key);
        }

        @Override
        public StoreCursor cursor(ColumnFamily family, byte[] lower, byte[] upper, boolean reverse) {
            return new TreeCursor(families[family.number()], lower, upper, reverse);
        }

        @Override
        public void close() {
            // Nothing is held: the garbage collector sees who still reads it.
        }
    }
}
