package io.counterpoint.shard.storage;

import org.jspecify.annotations.Nullable;

/** Something to read keys from: the latest state, a snapshot, or an overlay on either. Keys sort as unsigned bytes. */
public interface StoreView {
    /**
     * The value of a key.
     *
     * @return the value, not to be changed since others may hold the same array; null when there is no such key
     */
    byte @Nullable [] get(ColumnFamily family, byte[] key);

    /**
     * Walks the keys of a range. The cursor sees the state of the moment it was opened.
     *
     * @param lower first key, inclusive
     * @param upper end, exclusive; must not be empty
     * @param reverse true walks from the highest key down
     * @return a cursor before its first entry; the caller closes it
     */
    StoreCursor cursor(ColumnFamily family, byte[] lower, byte[] upper, boolean reverse);
}
