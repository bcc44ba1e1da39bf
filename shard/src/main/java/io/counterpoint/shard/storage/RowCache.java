package io.counterpoint.shard.storage;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Small values that were read lately, as later writes made them, and outcomes of sessions and counts that were written
 * lately, by store, family and key; shared by the stores of a process. A hit costs a twentieth of a read from the
 * store, whose search through its buffers is the dearest part of finding a document by its key. Any thread.
 *
 * <p>It never shows an old value: a writer says which keys it is about to change, and until it is done nothing that was
 * read meanwhile is taken in. Bounded: a value takes the place of another one.
 */
final class RowCache {
    /*
     * A key may stand in four neighbouring slots, the newest first. Slots belong to stripes, four such always to one. A stripe counts the writers that are inside and the times one entered
     * or left; a reader notes that count, reads the store, and puts the value in only if the count has not changed and no writer is inside. A writer clears the slots of its keys
     * after it entered and before it writes: whoever looks later finds the new value in the store. While a writer is inside nobody else puts or moves anything in its stripes.
     */

    /** Larger values are not kept: with {@link #SLOTS} this bounds the memory. */
    private static final int VALUE_BYTES_MAX = 1024;

    private static final int SLOTS = 1 << 16;
    private static final int WAYS = 4;
    private static final int STRIPES = 256;

    private final AtomicInteger stores = new AtomicInteger();
    private final AtomicReferenceArray<@Nullable Row> slots = new AtomicReferenceArray<>(SLOTS);
    private final Stripe[] stripes = new Stripe[STRIPES];

    /** One value; {@code space} stands for its store and family. */
    private static final class Row {
        private final int hash;
        private final int space;
        private final byte[] key;
        private final byte[] value;

        Row(int hash, int space, byte[] key, byte[] value) {
            this.hash = hash;
            this.space = space;
            this.key = key;
            this.value = value;
        }

        boolean is(int otherHash, int otherSpace, byte[] otherKey) {
            return hash == otherHash && space == otherSpace && Arrays.equals(key, otherKey);
        }
    }

    /** Guarded by itself, but that {@code turns} may be read at any time. */
    private static final class Stripe {
        private volatile int turns;
        private int inside;

        synchronized void enter() {
            turns++;
            inside++;
        }

        synchronized void leave() {
            turns++;
            inside--;
        }
    }

    RowCache() {
        Arrays.setAll(stripes, any -> new Stripe());
    }

    /** A part of the cache for one store. */
    Part newPart() {
        return new Part(stores.incrementAndGet());
    }

    private static int stripe(int hash) {
        return hash / WAYS & STRIPES - 1;
    }

    private static int firstSlot(int hash) {
        return hash & SLOTS - WAYS;
    }

    private @Nullable Row find(int hash, int space, byte[] key) {
        int first = firstSlot(hash);
        for (int slot = first; slot < first + WAYS; slot++) {
            Row row = slots.getAcquire(slot);
            if (row != null && row.is(hash, space, key)) {
                return row;
            }
        }
        return null;
    }

    /** Puts a row first and moves the others back, as far as the next free slot; the last one may fall out. */
    private void put(Row row) {
        int slot = firstSlot(row.hash);
        int end = slot + WAYS;
        Row moving = row;
        while (moving != null && slot < end) {
            Row before = slots.getPlain(slot);
            slots.setRelease(slot, moving);
            moving = before;
            slot++;
        }
    }

    private void clear(int hash) {
        int first = firstSlot(hash);
        for (int slot = first; slot < first + WAYS; slot++) {
            Row row = slots.getPlain(slot);
            if (row != null && row.hash == hash) {
                slots.setRelease(slot, null);
            }
        }
    }

    /** What one store has in the cache. */
    final class Part {
        private final int store;

        private Part(int store) {
            this.store = store;
        }

        /** Whether rows of a family are kept: those that are small and asked for one by one. */
        boolean keeps(ColumnFamily family) {
            return switch (family) {
                case DOCUMENTS, INDEXES, SESSIONS, META -> true;
                case CATALOG, TRANSACTIONS -> false;
            };
        }

        /**
         * Whether what is written now is read by the next write: the session's next command, the collection's count.
         */
        boolean keepsWritten(ColumnFamily family) {
            return family == ColumnFamily.SESSIONS || family == ColumnFamily.META;
        }

        /** Where a key is kept: what the other methods ask for, so that it is computed once. */
        int hash(ColumnFamily family, byte[] key) {
            return OverlayTable.hash(key) + space(family) * 0x9E3779B1;
        }

        private int space(ColumnFamily family) {
            return store * ColumnFamily.NUMBER_END + family.number();
        }

        byte @Nullable [] get(ColumnFamily family, byte[] key, int hash) {
            Row row = find(hash, space(family), key);
            return row == null ? null : row.value;
        }

        /** To be taken before the store is read, for {@link #fill}. */
        int ticket(int hash) {
            return stripes[stripe(hash)].turns;
        }

        /** Takes in what the store gave, unless a writer may have changed it since the ticket was taken. */
        void fill(ColumnFamily family, byte[] key, int hash, byte[] value, int ticket) {
            if (value.length > VALUE_BYTES_MAX) {
                return;
            }
            Stripe stripe = stripes[stripe(hash)];
            synchronized (stripe) {
                // Another reader may have been first: a row that stands twice would take the place of others.
                if (stripe.inside == 0 && stripe.turns == ticket && find(hash, space(family), key) == null) {
                    put(new Row(hash, space(family), key, value));
                }
            }
        }

        /** Starts to collect the keys of a batch. */
        Changes newChanges() {
            return new Changes(this);
        }

        /** All keys of the store, for what does not name the ones it changes. */
        Changes everything() {
            Changes changes = new Changes(this);
            changes.touched.set(0, STRIPES);
            changes.everything = true;
            return changes;
        }
    }

    /** The keys that one batch changes. One thread. */
    final class Changes {
        private final Part part;
        private final BitSet touched = new BitSet(STRIPES);

        /** What to keep once it is stored, by hash. */
        private final Map<Integer, Row> written = new HashMap<>();

        private int[] hashes = new int[8];
        private int count;
        private boolean everything;

        private Changes(Part part) {
            this.part = part;
        }

        /** Adds a key; {@code value} null when it is deleted. */
        void add(ColumnFamily family, byte[] key, byte @Nullable [] value) {
            if (!part.keeps(family)) {
                return;
            }
            int hash = part.hash(family, key);
            add(hash);
            if (value != null && value.length <= VALUE_BYTES_MAX && isWantedSoon(family, key, hash)) {
                written.put(hash, new Row(hash, part.space(family), key, value));
            } else if (!written.isEmpty()) {
                // It may be the key's second change in this batch.
                written.remove(hash);
            }
        }

        /** Whether a row is of those that the next write reads, or was read lately as it was before. */
        private boolean isWantedSoon(ColumnFamily family, byte[] key, int hash) {
            return part.keepsWritten(family) || find(hash, part.space(family), key) != null;
        }

        private void add(int hash) {
            if (count == hashes.length) {
                hashes = Arrays.copyOf(hashes, 2 * count);
            }
            hashes[count++] = hash;
            touched.set(stripe(hash));
        }

        /** To be called before the store changes; {@link #end} must follow. */
        void begin() {
            for (int stripe = touched.nextSetBit(0); stripe >= 0; stripe = touched.nextSetBit(stripe + 1)) {
                stripes[stripe].enter();
            }
            for (int i = 0; i < count; i++) {
                clear(hashes[i]);
            }
            if (everything) {
                clearStore();
            }
        }

        private void clearStore() {
            for (int slot = 0; slot < SLOTS; slot++) {
                Row row = slots.getPlain(slot);
                if (row != null && row.space / ColumnFamily.NUMBER_END == part.store) {
                    slots.setRelease(slot, null);
                }
            }
        }

        /** To be called once the store has changed, or has refused to. */
        void end(boolean stored) {
            if (stored) {
                written.values().forEach(this::keep);
            }
            for (int stripe = touched.nextSetBit(0); stripe >= 0; stripe = touched.nextSetBit(stripe + 1)) {
                stripes[stripe].leave();
            }
        }

        private void keep(Row row) {
            Stripe stripe = stripes[stripe(row.hash)];
            synchronized (stripe) {
                if (stripe.inside == 1) {
                    put(row);
                }
            }
        }
    }
}
