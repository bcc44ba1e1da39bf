package io.counterpoint.shard.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.testkit.seed.Seeds;
import java.util.TreeMap;
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
                boolean isFree = frontiers.isFree(key, entries);
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
        assertThat(frontiers.isFree(key(9), entries)).isFalse();
        assertThat(frontiers.isFree(key(7), entries)).isFalse();
        assertThat(frontiers.isFree(key(10), entries)).isTrue();
    }

    private static byte[] key(long number) {
        byte[] key = new byte[Integer.BYTES + Long.BYTES];
        KeyBytes.putInt(key, 0, 7);
        KeyBytes.putLong(key, Integer.BYTES, number);
        return key;
    }
}
