package io.counterpoint.shard.storage;

/**
 * Changes that are applied together. Built by one thread, then handed to {@link Store#write} once. Later changes of a
 * key win over earlier ones. Arrays are handed over, not copied: the caller must not change them afterwards.
 */
public interface StoreBatch {
    /** Sets a key's value. */
    void put(ColumnFamily family, byte[] key, byte[] value);

    /** Removes a key, if it is there. */
    void delete(ColumnFamily family, byte[] key);

    /** Number of changes. */
    int count();
}
