package io.counterpoint.shard.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: every store is a sorted map with snapshots. Method: random operations, opening again among them, on the store
 * and on a {@link TreeMap} per family; all reads, in both directions and with seeks, must agree, on the latest state
 * and on every snapshot that is open.
 */
class StoreModelTest {
    private static final int OPERATIONS = 400;

    private static RocksMemory memory;

    @TempDir
    Path folder;

    @BeforeAll
    static void openMemory() {
        memory = RocksMemory.of(4 << 20, 4 << 20);
    }

    @AfterAll
    static void closeMemory() {
        memory.close();
    }

    @Test
    void rocksStoreIsASortedMap() {
        int[] number = {0};
        Seeds.run(StoreModelTest.class, 4, random -> {
            Path store = folder.resolve("store-" + number[0]++);
            try (Comparison comparison = new Comparison(random, RocksStore.open(store, memory), closed -> {
                closed.close();
                return RocksStore.open(store, memory);
            })) {
                comparison.run();
            }
        });
    }

    @Test
    void memoryStoreIsASortedMap() {
        Seeds.run(StoreModelTest.class, 50, random -> {
            try (Comparison comparison = new Comparison(random, new MemoryStore(), UnaryOperator.identity())) {
                comparison.run();
            }
        });
    }

    /** A snapshot and what must be in it. */
    private record Moment(StoreSnapshot snapshot, Map<ColumnFamily, NavigableMap<byte[], byte[]>> content) {}

    private static final class Comparison implements AutoCloseable {
        private final SeededRandom random;
        private final UnaryOperator<Store> reopen;
        private final List<Moment> moments = new ArrayList<>();
        private final Map<ColumnFamily, NavigableMap<byte[], byte[]>> model = emptyModel();
        private Store store;

        Comparison(SeededRandom random, Store store, UnaryOperator<Store> reopen) {
            this.random = random;
            this.store = store;
            this.reopen = reopen;
        }

        private static Map<ColumnFamily, NavigableMap<byte[], byte[]>> emptyModel() {
            Map<ColumnFamily, NavigableMap<byte[], byte[]>> families = new TreeMap<>();
            for (ColumnFamily family : ColumnFamily.values()) {
                families.put(family, new TreeMap<>(KeyBytes::compare));
            }
            return families;
        }

        private static NavigableMap<byte[], byte[]> of(
                Map<ColumnFamily, NavigableMap<byte[], byte[]>> content, ColumnFamily family) {
            return Objects.requireNonNull(content.get(family));
        }

        void run() {
            for (int i = 0; i < OPERATIONS; i++) {
                switch (random.between(0, 19)) {
                    case 0 -> {
                        forgetMoments();
                        store = reopen.apply(store);
                    }
                    case 1 -> store.sync();
                    case 2 -> moments.add(new Moment(store.snapshot(), copyOfModel()));
                    case 3 -> deleteRange();
                    case 4, 5, 6, 7, 8, 9 -> write();
                    default -> {
                        check(store, model);
                        if (!moments.isEmpty()) {
                            Moment moment = random.pick(moments);
                            check(moment.snapshot, moment.content);
                        }
                    }
                }
            }
        }

        private Map<ColumnFamily, NavigableMap<byte[], byte[]>> copyOfModel() {
            Map<ColumnFamily, NavigableMap<byte[], byte[]>> copy = new TreeMap<>();
            model.forEach((family, content) -> copy.put(family, new TreeMap<>(content)));
            return copy;
        }

        private void write() {
            StoreBatch batch = store.newBatch();
            int changes = random.between(0, 5);
            for (int i = 0; i < changes; i++) {
                ColumnFamily family = family();
                byte[] key = key();
                if (random.oneIn(3)) {
                    batch.delete(family, key);
                    of(model, family).remove(key);
                } else {
                    byte[] value =
                            random.nextBytes(random.oneIn(10) ? random.between(100, 20_000) : random.between(0, 5));
                    batch.put(family, key, value);
                    of(model, family).put(key, value);
                }
            }
            assertThat(batch.count()).isEqualTo(changes);
            store.write(batch);
        }

        private void deleteRange() {
            ColumnFamily family = family();
            byte[] lower = key();
            byte[] upper = key();
            if (KeyBytes.compare(lower, upper) < 0) {
                store.deleteRange(family, lower, upper);
                of(model, family).subMap(lower, true, upper, false).clear();
            }
        }

        private void check(StoreView view, Map<ColumnFamily, NavigableMap<byte[], byte[]>> content) {
            ColumnFamily family = family();
            byte[] key = key();
            assertThat(view.get(family, key)).isEqualTo(of(content, family).get(key));
            byte[] lower = key();
            byte[] upper = key();
            if (KeyBytes.compare(lower, upper) >= 0) {
                return;
            }
            boolean reverse = random.nextBoolean();
            NavigableMap<byte[], byte[]> range = of(content, family).subMap(lower, true, upper, false);
            NavigableMap<byte[], byte[]> expected = reverse ? range.descendingMap() : range;
            byte @Nullable [] target = random.oneIn(3) ? key() : null;
            try (StoreCursor cursor = view.cursor(family, lower, upper, reverse)) {
                int steps = target == null ? Integer.MAX_VALUE : random.between(0, 3);
                walk(cursor, expected, steps);
                if (target != null) {
                    cursor.seek(target);
                    walk(cursor, tail(expected, target, reverse), Integer.MAX_VALUE);
                }
            }
        }

        private static NavigableMap<byte[], byte[]> tail(
                NavigableMap<byte[], byte[]> ordered, byte[] target, boolean reverse) {
            NavigableMap<byte[], byte[]> tail = new TreeMap<>(ordered);
            tail.keySet().removeIf(key -> KeyBytes.compare(key, target) * (reverse ? -1 : 1) < 0);
            return tail;
        }

        private static void walk(StoreCursor cursor, NavigableMap<byte[], byte[]> expected, int steps) {
            int done = 0;
            for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
                if (done++ == steps) {
                    return;
                }
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.key()).isEqualTo(entry.getKey());
                assertThat(cursor.value()).isEqualTo(entry.getValue());
            }
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.next()).isFalse();
        }

        private ColumnFamily family() {
            return random.oneIn(3) ? random.pick(List.of(ColumnFamily.values())) : ColumnFamily.INDEXES;
        }

        private byte[] key() {
            String text = random.pick(List.of("", "a", "b")) + random.pick(List.of("", "a", "b", "\u0000", "\u00ff"));
            byte[] key = (text + random.between(0, 9)).getBytes(StandardCharsets.ISO_8859_1);
            return key;
        }

        private void forgetMoments() {
            moments.forEach(moment -> moment.snapshot.close());
            moments.clear();
        }

        @Override
        public void close() {
            forgetMoments();
            store.close();
        }
    }
}
