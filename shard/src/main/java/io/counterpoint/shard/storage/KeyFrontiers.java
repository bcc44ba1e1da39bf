package io.counterpoint.shard.storage;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * For each index the keys at its upper end. Numbers from a counter and keys that clients generate mostly rise, though
 * those of several clients overtake each other: whether such a key is taken can be told without asking the store.
 *
 * <p>What is noted is a bound: it stays when entries are removed or added ones taken back. It begins with the highest
 * stored entry, which costs one search per index. One thread.
 */
final class KeyFrontiers {
    /** Indexes remembered at most; the one unused for longest goes first. */
    private static final int INDEXES_MAX = 1024;

    /** Keys remembered per index at most; the lower half goes when they are that many. */
    static final int KEYS_MAX = 512;

    /** By number of the index, which its keys begin with. */
    private final Map<Integer, Frontier> frontiers = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Frontier> eldest) {
            return size() > INDEXES_MAX;
        }
    };

    /** Every entry above {@code floor} is among the first {@code count} of {@code keys}, which are in order. */
    private static final class Frontier {
        private byte[] floor;
        private byte[][] keys = new byte[8][];
        private int count;

        Frontier(byte[] floor) {
            this.floor = floor;
        }

        boolean isFree(byte[] key) {
            return KeyBytes.compare(key, floor) > 0 && position(key) < 0;
        }

        void add(byte[] key) {
            if (KeyBytes.compare(key, floor) <= 0) {
                return;
            }
            int position = ~position(key);
            if (position < 0) {
                return;
            }
            if (count == keys.length) {
                keys = Arrays.copyOf(keys, 2 * count);
            }
            System.arraycopy(keys, position, keys, position + 1, count - position);
            keys[position] = key;
            count++;
            if (count == KEYS_MAX) {
                dropLowerHalf();
            }
        }

        private void dropLowerHalf() {
            int dropped = KEYS_MAX / 2;
            floor = keys[dropped - 1];
            System.arraycopy(keys, dropped, keys, 0, count - dropped);
            Arrays.fill(keys, count - dropped, count, null);
            count -= dropped;
        }

        /** Where a key stands, or the complement of where it would. */
        private int position(byte[] key) {
            if (count == 0 || KeyBytes.compare(key, keys[count - 1]) > 0) {
                return ~count;
            }
            return Arrays.binarySearch(keys, 0, count, key, KeyBytes::compare);
        }
    }

    /** Whether the index of a key is known. */
    boolean knows(byte[] key) {
        return frontiers.get(KeyBytes.getInt(key, 0)) != null;
    }

    /**
     * Gets to know the index of a key. What is not stored yet has to be {@linkplain #add noted} after that, keys that
     * are being removed included.
     *
     * @param stored entries without any change that could be taken back
     */
    void learn(byte[] key, StoreView stored) {
        frontiers.put(KeyBytes.getInt(key, 0), new Frontier(highest(key, stored)));
    }

    /** Whether it is certain that no entry has a key; false for an index that is not known. */
    boolean isFree(byte[] key) {
        Frontier frontier = frontiers.get(KeyBytes.getInt(key, 0));
        return frontier != null && frontier.isFree(key);
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
    void add(byte[] key) {
        Frontier frontier = frontiers.get(KeyBytes.getInt(key, 0));
        if (frontier != null) {
            frontier.add(key);
        }
    }
}
