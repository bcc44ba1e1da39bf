package io.counterpoint.shard.storage;

import java.nio.file.Path;

/**
 * Ordered keys and values in column families. One writer at a time (the write loop); readers on any thread.
 *
 * <p>A written batch is visible at once, survives the death of the process at once, and survives the loss of power
 * after the next {@link #sync()} that began after it. What a crash keeps is a prefix of the batches in the order they
 * were written, each whole or not at all.
 */
public interface Store extends StoreView, AutoCloseable {
    /** An empty batch for {@link #write}. */
    StoreBatch newBatch();

    /**
     * Applies all changes of a batch or none.
     *
     * @throws StorageException when the disk refuses (full, read-only, broken); nothing was applied then
     */
    void write(StoreBatch batch);

    /**
     * Makes durable what was written before the call. Blocks for the disk; called by the sync thread, at the same time
     * as {@link #write}.
     *
     * @throws StorageException when the disk refuses; nothing may be assumed about what was written since the last sync
     */
    void sync();

    /** A view of this moment; the caller closes it. */
    StoreSnapshot snapshot();

    /** Estimated bytes on disk of the keys in {@code [lower, upper)}. */
    long estimatedBytes(ColumnFamily family, byte[] lower, byte[] upper);

    /**
     * Removes all keys in {@code [lower, upper)} of a family outside of any batch: for what no reader can reach any
     * more, such as a dropped collection.
     */
    void deleteRange(ColumnFamily family, byte[] lower, byte[] upper);

    /**
     * Writes out what is in memory, at the same time as others read and write. Blocks for the disk. A checkpoint soon
     * after it has little left to write.
     *
     * @throws StorageException when the disk refuses
     */
    void flush();

    /**
     * Makes a copy of all that is written, which opens as a store of its own. Files that never change are shared with
     * it by hard links, so it takes about as long as writing out what is in memory. Blocks for the disk.
     *
     * @param folder where the copy goes; must not be there, its parent must be, on the file system of the store
     * @throws StorageException when the disk refuses, or the store has no files
     */
    void checkpoint(Path folder);

    @Override
    void close();
}
