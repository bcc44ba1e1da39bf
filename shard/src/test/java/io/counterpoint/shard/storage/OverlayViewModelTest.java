package io.counterpoint.shard.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Goal: an overlay on a store reads as one map, takes back what came after a mark, and cursors keep seeing the moment
 * they were opened. Method: random operations against a copied {@link TreeMap}; cursors stay open across changes.
 */
class OverlayViewModelTest {
    private static final ColumnFamily FAMILY = ColumnFamily.INDEXES;

    @Test
    void overlayIsASortedMapWithUndo() {
        Seeds.run(OverlayViewModelTest.class, 200, random -> new Comparison(random, OverlayView::new).run());
    }

    @Test
    void soIsTheOverlayOfAnOnlyWriter() {
        Seeds.run(OverlayViewModelTest.class, 200, random -> new Comparison(random, OverlayView::ofOnlyWriter).run());
    }

    /** A mark and what the overlay showed then. */
    private record Mark(int mark, NavigableMap<byte[], byte[]> content, int count) {}

    /** A cursor half way and what it must still give. */
    private static final class OpenCursor {
        private final StoreCursor cursor;
        private final Deque<Map.Entry<byte[], byte[]>> rest;

        OpenCursor(StoreCursor cursor, NavigableMap<byte[], byte[]> expected) {
            this.cursor = cursor;
            this.rest = new ArrayDeque<>(new TreeMap<>(expected).entrySet());
        }

        OpenCursor(StoreCursor cursor, Deque<Map.Entry<byte[], byte[]>> rest) {
            this.cursor = cursor;
            this.rest = rest;
        }

        void step() {
            Map.Entry<byte[], byte[]> expected = rest.poll();
            assertThat(cursor.next()).isEqualTo(expected != null);
            if (expected != null) {
                assertThat(cursor.key()).isEqualTo(expected.getKey());
                assertThat(cursor.value()).isEqualTo(expected.getValue());
            }
        }
    }

    private static final class Comparison {
        private final SeededRandom random;
        private final MemoryStore store = new MemoryStore();
        private final OverlayView overlay;
        private final List<Mark> marks = new ArrayList<>();
        private final List<OpenCursor> cursors = new ArrayList<>();
        private NavigableMap<byte[], byte[]> model = new TreeMap<>(KeyBytes::compare);

        Comparison(SeededRandom random, Function<StoreView, OverlayView> newOverlay) {
            this.random = random;
            this.overlay = newOverlay.apply(store);
        }

        void run() {
            for (int i = 0; i < 300; i++) {
                switch (random.between(0, 11)) {
                    case 0 -> marks.add(new Mark(overlay.mark(), new TreeMap<>(model), overlay.count()));
                    case 1 -> rollback();
                    case 2 -> drain();
                    case 3 -> open();
                    case 4 -> {
                        byte[] key = key();
                        assertThat(overlay.get(FAMILY, key)).isEqualTo(model.get(key));
                    }
                    case 5, 6, 7 -> {
                        if (!cursors.isEmpty()) {
                            random.pick(cursors).step();
                        }
                    }
                    case 8 -> {
                        byte[] key = key();
                        overlay.delete(FAMILY, key);
                        model.remove(key);
                    }
                    default -> {
                        byte[] key = key();
                        byte[] value = random.nextBytes(3);
                        overlay.put(FAMILY, key, value);
                        model.put(key, value);
                    }
                }
            }
            closeCursors();
            checkAll(overlay);
        }

        private void rollback() {
            if (marks.isEmpty()) {
                return;
            }
            closeCursors();
            Mark mark = random.pick(marks);
            overlay.rollback(mark.mark);
            marks.removeIf(other -> other.mark > mark.mark);
            model = new TreeMap<>(mark.content);
            assertThat(overlay.count()).isEqualTo(mark.count);
            checkAll(overlay);
        }

        private void drain() {
            closeCursors();
            marks.clear();
            StoreBatch batch = store.newBatch();
            int count = overlay.count();
            overlay.addTo(batch);
            assertThat(batch.count()).isEqualTo(count);
            store.write(batch);
            overlay.clear();
            assertThat(overlay.isEmpty()).isTrue();
            checkAll(store);
            checkAll(overlay);
        }

        private void open() {
            byte[] lower = key();
            byte[] upper = key();
            if (KeyBytes.compare(lower, upper) >= 0) {
                return;
            }
            boolean reverse = random.nextBoolean();
            NavigableMap<byte[], byte[]> range = model.subMap(lower, true, upper, false);
            NavigableMap<byte[], byte[]> ordered = reverse ? range.descendingMap() : range;
            StoreCursor cursor = overlay.cursor(FAMILY, lower, upper, reverse);
            Deque<Map.Entry<byte[], byte[]>> rest = new ArrayDeque<>();
            ordered.forEach((key, value) -> rest.add(Map.entry(key, value)));
            if (random.oneIn(3)) {
                byte[] target = key();
                cursor.seek(target);
                rest.removeIf(entry -> KeyBytes.compare(entry.getKey(), target) * (reverse ? -1 : 1) < 0);
            }
            cursors.add(new OpenCursor(cursor, rest));
        }

        private void closeCursors() {
            cursors.forEach(open -> open.cursor.close());
            cursors.clear();
        }

        private void checkAll(StoreView view) {
            OpenCursor all = new OpenCursor(view.cursor(FAMILY, new byte[0], new byte[] {(byte) 0xFF}, false), model);
            while (!all.rest.isEmpty()) {
                all.step();
            }
            all.step();
            all.cursor.close();
        }

        private byte[] key() {
            // Of two indexes.
            return ("ind" + random.between(0, 1) + random.between(0, 30)).getBytes(StandardCharsets.US_ASCII);
        }
    }
}
