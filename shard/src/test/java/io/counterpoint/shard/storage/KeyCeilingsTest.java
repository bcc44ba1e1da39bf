package io.counterpoint.shard.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Ceilings stay above whatever can come back when changes are taken back. */
class KeyCeilingsTest {
    private static final byte[] VALUE = {1};

    private final MemoryStore store = new MemoryStore();
    private final OverlayView overlay = OverlayView.ofOnlyWriter(store);

    /** A key of index 7. */
    private static byte[] key(int value) {
        return new byte[] {0, 0, 0, 7, (byte) value};
    }

    private byte[] read(int value) {
        return overlay.get(ColumnFamily.INDEXES, key(value));
    }

    @Test
    void aRemovalThatIsTakenBackIsSeenAgain() {
        StoreBatch batch = store.newBatch();
        batch.put(ColumnFamily.INDEXES, key(9), VALUE);
        store.write(batch);
        int mark = overlay.mark();
        overlay.delete(ColumnFamily.INDEXES, key(9));
        // The ceiling is looked for here, while the highest entry is being removed.
        assertThat(read(10)).isNull();

        overlay.rollback(mark);

        assertThat(read(9)).isEqualTo(VALUE);
    }

    @Test
    void aRemovalOfANewEntryThatIsTakenBackIsSeenAgainOnceWritten() {
        overlay.put(ColumnFamily.INDEXES, key(9), VALUE);
        int mark = overlay.mark();
        overlay.delete(ColumnFamily.INDEXES, key(9));
        assertThat(read(10)).isNull();
        overlay.rollback(mark);
        StoreBatch batch = store.newBatch();
        overlay.addTo(batch);
        store.write(batch);
        overlay.clear();

        assertThat(read(9)).isEqualTo(VALUE);
    }
}
