package io.counterpoint.shard.storage;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For each index a key that none of its entries is above. Numbers from a counter and keys that clients generate mostly
 * rise: whether such a key is taken can then be told without asking the store.
 *
 * <p>A ceiling is an upper bound: it stays where it is when entries are removed or changes taken back. It begins with
 * the highest stored entry, which costs one search per index. One thread.
 */
final class KeyCeilings {
    /** Indexes remembered at most; the one unused for longest goes first. */
    private static final int INDEXES_MAX = 1024;

    /** By number of the index, which its keys begin with. */
    private final Map<Integer, byte[]> ceilings = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, byte[]> eldest) {
            return size() > INDEXES_MAX;
        }
    };

    /** Whether the ceiling of a key's index is known. */
    boolean knows(byte[] key) {
        return ceilings.get(KeyBytes.getInt(key, 0)) != null;
    }

    /**
     * Begins the ceiling of a key's index. What is not stored yet has to be {@linkplain #raise noted} after that, keys
     * that are being removed included.
     *
     * @param stored entries without any change that could be taken back
     */
    void learn(byte[] key, StoreView stored) {
        ceilings.put(KeyBytes.getInt(key, 0), highest(key, stored));
    }

    /** Whether a key is higher than all there are; false when the ceiling of its index is not known. */
    boolean isAbove(byte[] key) {
        byte[] ceiling = ceilings.get(KeyBytes.getInt(key, 0));
        return ceiling != null && KeyBytes.compare(key, ceiling) > 0;
    }

    private static byte[] highest(byte[] key, StoreView view) {
        byte[] lower = Arrays.copyOf(key, Integer.BYTES);
        byte[] upper = new byte[Integer.BYTES];
        KeyBytes.putInt(upper, 0, KeyBytes.getInt(key, 0) + 1);
        try (StoreCursor cursor = view.cursor(ColumnFamily.INDEXES, lower, upper, true)) {
            return cursor.next() ? cursor.key() : lower;
        }
    }

    /** Notes a key that is there from now on. */
    void raise(byte[] key) {
        Integer index = KeyBytes.getInt(key, 0);
        byte @Nullable [] ceiling = ceilings.get(index);
        if (ceiling != null && KeyBytes.compare(key, ceiling) > 0) {
            ceilings.put(index, key);
        }
    }
}
