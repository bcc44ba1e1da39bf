package io.counterpoint.shard.storage;

import io.counterpoint.base.check.CorruptionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The store on disk: one RocksDB per shard. A write goes to the log of the operating system and returns;
 * {@link #sync()} carries the log to the disk. Closing waits for readers on other threads to leave and syncs.
 */
public final class RocksStore implements Store {
    private final RocksUses uses = new RocksUses();
    private final RowCache.Part rows;
    private final RocksSettings settings;
    private final RocksDB database;
    /** By number of the family. */
    private final ColumnFamilyHandle[] families;

    private final List<ColumnFamilyHandle> handles;
    private final ReadOptions latest = new ReadOptions();
    private final WriteOptions unsynced = new WriteOptions();

    private RocksStore(RocksSettings settings, RocksDB database, List<ColumnFamilyHandle> handles, RowCache.Part rows) {
        this.settings = settings;
        this.database = database;
        this.handles = handles;
        this.rows = rows;
        this.families = new ColumnFamilyHandle[ColumnFamily.NUMBER_END];
        int position = 1;
        for (ColumnFamily family : ColumnFamily.values()) {
            families[family.number()] = handles.get(position++);
        }
    }

    /**
     * Opens the database of a folder or creates it, and replays what a crash left in the log.
     *
     * @param folder created if it is not there; at most one store may have it open
     * @param memory shared by the stores of this process; closed by its owner after the store
     * @throws StorageException when the disk refuses or the files are damaged
     */
    public static RocksStore open(Path folder, RocksMemory memory) {
        RocksSettings settings = new RocksSettings(memory);
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try {
            Files.createDirectories(folder);
            RocksDB database = RocksDB.open(settings.database(), folder.toString(), settings.descriptors(), handles);
            RocksStore store =
                    new RocksStore(settings, database, handles, memory.rows().newPart());
            store.checkNumbers(folder);
            return store;
        } catch (RocksDBException failure) {
            settings.close();
            throw RocksFailures.translate("opening " + folder, failure);
        } catch (IOException failure) {
            settings.close();
            throw new StorageException("opening " + folder + " failed: " + failure.getMessage(), false, failure);
        }
    }

    /**
     * RocksDB numbers families in the order they were made: a batch may name a family by our number only while both
     * agree.
     */
    private void checkNumbers(Path folder) {
        for (ColumnFamily family : ColumnFamily.values()) {
            int number = families[family.number()].getID();
            if (number != family.number()) {
                close();
                throw new CorruptionException(
                        folder.toString(), "column family " + family.label() + " has the number " + number);
            }
        }
    }

    @Override
    public StoreBatch newBatch() {
        return new RocksBatch(rows.newChanges());
    }

    @Override
    public void write(StoreBatch batch) {
        if (batch.count() == 0) {
            return;
        }
        RocksBatch changes = (RocksBatch) batch;
        change("writing", changes.changes(), () -> {
            try (WriteBatch nativeBatch = new WriteBatch(changes.serialized())) {
                database.write(unsynced, nativeBatch);
            }
        });
    }

    /** Something the native database does, or refuses to. */
    @FunctionalInterface
    private interface Change {
        void run() throws RocksDBException;
    }

    private void change(String what, RowCache.Changes changes, Change change) {
        boolean done = false;
        uses.enter();
        changes.begin();
        try {
            change.run();
            done = true;
        } catch (RocksDBException failure) {
            throw RocksFailures.translate(what, failure);
        } finally {
            changes.end(done);
            uses.leave();
        }
    }

    @Override
    public void sync() {
        uses.enter();
        try {
            database.syncWal();
        } catch (RocksDBException failure) {
            throw RocksFailures.translate("syncing", failure);
        } finally {
            uses.leave();
        }
    }

    @Override
    public byte @Nullable [] get(ColumnFamily family, byte[] key) {
        if (!rows.keeps(family)) {
            return get(family, key, latest);
        }
        int hash = rows.hash(family, key);
        byte[] kept = rows.get(family, key, hash);
        if (kept != null) {
            return kept;
        }
        int ticket = rows.ticket(hash);
        byte[] stored = get(family, key, latest);
        if (stored != null) {
            rows.fill(family, key, hash, stored, ticket);
        }
        return stored;
    }

    byte @Nullable [] get(ColumnFamily family, byte[] key, ReadOptions options) {
        uses.enter();
        try {
            return database.get(families[family.number()], options, key);
        } catch (RocksDBException failure) {
            throw RocksFailures.translate("reading", failure);
        } finally {
            uses.leave();
        }
    }

    @Override
    public StoreCursor cursor(ColumnFamily family, byte[] lower, byte[] upper, boolean reverse) {
        return cursor(family, lower, upper, reverse, null);
    }

    StoreCursor cursor(ColumnFamily family, byte[] lower, byte[] upper, boolean reverse, @Nullable Snapshot snapshot) {
        uses.enter();
        return new RocksCursor(uses, database, families[family.number()], snapshot, lower, upper, reverse);
    }

    @Override
    public StoreSnapshot snapshot() {
        uses.enter();
        return new RocksSnapshot(this, database.getSnapshot());
    }

    void release(Snapshot snapshot) {
        database.releaseSnapshot(snapshot);
        uses.leave();
    }

    @Override
    public long estimatedBytes(ColumnFamily family, byte[] lower, byte[] upper) {
        uses.enter();
        try (Slice from = new Slice(lower);
                Slice to = new Slice(upper)) {
            return database.getApproximateSizes(
                            families[family.number()],
                            List.of(new Range(from, to)),
                            SizeApproximationFlag.INCLUDE_FILES,
                            SizeApproximationFlag.INCLUDE_MEMTABLES)[0];
        } finally {
            uses.leave();
        }
    }

    @Override
    public void deleteRange(ColumnFamily family, byte[] lower, byte[] upper) {
        change(
                "deleting a range",
                rows.everything(),
                () -> database.deleteRange(families[family.number()], unsynced, lower, upper));
    }

    @Override
    public void flush() {
        uses.enter();
        try (FlushOptions options = new FlushOptions().setWaitForFlush(true).setAllowWriteStall(true)) {
            database.flush(options, handles);
        } catch (RocksDBException failure) {
            throw RocksFailures.translate("writing out", failure);
        } finally {
            uses.leave();
        }
    }

    @Override
    public void checkpoint(Path folder) {
        uses.enter();
        try (Checkpoint checkpoint = Checkpoint.create(database)) {
            checkpoint.createCheckpoint(folder.toString());
        } catch (RocksDBException failure) {
            throw RocksFailures.translate("making the checkpoint " + folder, failure);
        } finally {
            uses.leave();
        }
    }

    /**
     * Syncs and closes; further uses fail. Closing twice does nothing.
     *
     * @throws IllegalStateException when cursors or snapshots are left open
     * @throws StorageException when the last sync fails; it is closed then all the same
     */
    @Override
    public void close() {
        if (!uses.close()) {
            return;
        }
        StorageException refused = null;
        try {
            database.syncWal();
        } catch (RocksDBException failure) {
            refused = RocksFailures.translate("syncing", failure);
        }
        handles.forEach(ColumnFamilyHandle::close);
        database.close();
        latest.close();
        unsynced.close();
        settings.close();
        if (refused != null) {
            throw refused;
        }
    }
}
