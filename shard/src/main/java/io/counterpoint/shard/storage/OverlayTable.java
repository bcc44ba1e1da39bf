package io.counterpoint.shard.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The changed keys of one family in an {@link OverlayView}: a hash table with linear probing for points, and beside it
 * a sorted map that exists only once somebody has walked a range. Most batches never do, so they never pay for order. A
 * slot is never removed, only emptied.
 */
final class OverlayTable {
    /** A key and its newest change; empty ({@code newest} null) when all its changes were rolled back. */
    static final class Slot {
        final ColumnFamily family;
        final byte[] key;

        OverlayView.@Nullable Change newest;

        private final int hash;

        private Slot(ColumnFamily family, byte[] key, int hash) {
            this.family = family;
            this.key = key;
            this.hash = hash;
        }
    }

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CAPACITY_MIN = 64;

    private final ColumnFamily family;
    private @Nullable Slot[] slots = new Slot[CAPACITY_MIN];
    private int used;
    private @Nullable NavigableMap<byte[], Slot> sorted;

    OverlayTable(ColumnFamily family) {
        this.family = family;
    }

    boolean isEmpty() {
        return used == 0;
    }

    @Nullable
    Slot find(byte[] key) {
        if (used == 0) {
            return null;
        }
        int hash = hash(key);
        int mask = slots.length - 1;
        for (int i = hash & mask; ; i = i + 1 & mask) {
            Slot slot = slots[i];
            if (slot == null || (slot.hash == hash && Arrays.equals(slot.key, key))) {
                return slot;
            }
        }
    }

    Slot findOrAdd(byte[] key) {
        int hash = hash(key);
        int mask = slots.length - 1;
        int i = hash & mask;
        for (Slot slot = slots[i]; slot != null; slot = slots[i]) {
            if (slot.hash == hash && Arrays.equals(slot.key, key)) {
                return slot;
            }
            i = i + 1 & mask;
        }
        Slot added = new Slot(family, key, hash);
        slots[i] = added;
        used++;
        if (sorted != null) {
            sorted.put(key, added);
        }
        if (used * 2 > slots.length) {
            grow();
        }
        return added;
    }

    /** The slots by key. Kept up to date from the first call on. */
    NavigableMap<byte[], Slot> sorted() {
        NavigableMap<byte[], Slot> map = sorted;
        if (map == null) {
            map = new TreeMap<>(KeyBytes::compare);
            for (Slot slot : slots) {
                if (slot != null) {
                    map.put(slot.key, slot);
                }
            }
            sorted = map;
        }
        return map;
    }

    void clear() {
        if (used > 0) {
            // A table that one big batch blew up is let go, so that small ones do not sweep it for ever.
            if (slots.length > 64 * CAPACITY_MIN) {
                slots = new Slot[CAPACITY_MIN];
            } else {
                Arrays.fill(slots, null);
            }
            used = 0;
            sorted = null;
        }
    }

    private void grow() {
        @Nullable Slot[] wider = new Slot[slots.length * 2];
        int mask = wider.length - 1;
        for (Slot slot : slots) {
            if (slot != null) {
                int i = slot.hash & mask;
                while (wider[i] != null) {
                    i = i + 1 & mask;
                }
                wider[i] = slot;
            }
        }
        slots = wider;
    }

    /** Eight bytes a step: keys of one batch differ in their last bytes, so every byte must reach every bit. */
    static int hash(byte[] key) {
        long hash = key.length;
        int i = 0;
        for (; i + Long.BYTES <= key.length; i += Long.BYTES) {
            hash = mix(hash ^ (long) LONGS.get(key, i));
        }
        long tail = 0;
        for (; i < key.length; i++) {
            tail = tail << 8 | (key[i] & 0xFF);
        }
        hash = mix(hash ^ tail);
        return (int) (hash ^ hash >>> 32);
    }

    private static long mix(long bits) {
        long mixed = bits * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 29;
    }
}
