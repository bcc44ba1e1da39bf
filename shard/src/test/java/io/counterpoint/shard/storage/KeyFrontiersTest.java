package io.counterpoint.shard.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.testkit.seed.Seeds;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Goal: a key that is called free has no entry, and keys of clients that overtake each other are mostly called free.
 * Method: an overlay of an only writer beside a set of the keys that were put.
 */
class KeyFrontiersTest {
    private static final int KEYS = 4 * KeyFrontiers.KEYS_MAX;

    /** How far a client may lag behind the others. */
    private static final int LAG_MAX = 40;

    @Test
    void neverCallsATakenKeyFree() {
        Seeds.run(KeyFrontiersTest.class, 20, random -> {
            KeyFrontiers frontiers = new KeyFrontiers();
            OverlayView entries = new OverlayView(new MemoryStore());
            TreeMap<Long, Boolean> taken = new TreeMap<>();
            int calledFree = 0;
            int free = 0;
            for (int i = 0; i < KEYS; i++) {
                long number = Math.max(0, i - random.nextInt(LAG_MAX));
                if (random.nextInt(50) == 0) {
                    number = random.nextInt(KEYS);
                }
                byte[] key = key(number);
                boolean isFree = isFree(frontiers, key, entries);
                if (taken.containsKey(number)) {
                    assertThat(isFree).isFalse();
                } else {
                    free++;
                    calledFree += isFree ? 1 : 0;
                }
                taken.put(number, true);
                entries.put(ColumnFamily.INDEXES, key, new byte[0]);
                frontiers.add(key);
            }
            assertThat(calledFree).isGreaterThan(free * 9 / 10);
        });
    }

    @Test
    void knowsTheEntriesThatWereThereBefore() {
        OverlayView entries = new OverlayView(new MemoryStore());
        entries.put(ColumnFamily.INDEXES, key(5), new byte[0]);
        entries.put(ColumnFamily.INDEXES, key(9), new byte[0]);
        KeyFrontiers frontiers = new KeyFrontiers();
        assertThat(isFree(frontiers, key(9), entries)).isFalse();
        assertThat(isFree(frontiers, key(7), entries)).isFalse();
        assertThat(isFree(frontiers, key(10), entries)).isTrue();
    }

    @Test
    void aRemovalThatIsTakenBackIsSeenAgain() {
        MemoryStore store = new MemoryStore();
        OverlayView overlay = OverlayView.ofOnlyWriter(store);
        StoreBatch batch = store.newBatch();
        batch.put(ColumnFamily.INDEXES, key(9), new byte[] {1});
        store.write(batch);
        int mark = overlay.mark();
        overlay.delete(ColumnFamily.INDEXES, key(9));
        // The frontier is learnt here, while the highest entry is being removed.
        assertThat(read(overlay, 10)).isNull();

        overlay.rollback(mark);

        assertThat(read(overlay, 9)).isEqualTo(new byte[] {1});
    }

    @Test
    void aRemovalOfANewEntryThatIsTakenBackIsSeenAgainOnceWritten() {
        MemoryStore store = new MemoryStore();
        OverlayView overlay = OverlayView.ofOnlyWriter(store);
        overlay.put(ColumnFamily.INDEXES, key(9), new byte[] {1});
        int mark = overlay.mark();
        overlay.delete(ColumnFamily.INDEXES, key(9));
        assertThat(read(overlay, 10)).isNull();
        overlay.rollback(mark);
        StoreBatch batch = store.newBatch();
        overlay.addTo(batch);
        store.write(batch);
        overlay.clear();

        assertThat(read(overlay, 9)).isEqualTo(new byte[] {1});
    }

    private static byte @Nullable [] read(OverlayView overlay, long number) {
        return overlay.get(ColumnFamily.INDEXES, key(number));
    }

    private static boolean isFree(KeyFrontiers frontiers, byte[] key, StoreView entries) {
        if (!frontiers.knows(key)) {
            frontiers.learn(key, entries);
        }
        return frontiers.isFree(key);
    }

    private static byte[] key(long number) {
        byte[] key = new byte[Integer.BYTES + Long.BYTES];
        KeyBytes.putInt(key, 0, 7);
        KeyBytes.putLong(key, Integer.BYTES, number);
        return key;
    }
}
