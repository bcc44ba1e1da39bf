package io.counterpoint.shard.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksStoreTest {
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
    void keepsWhatWasWrittenWhenOpenedAgain() {
        try (RocksStore store = RocksStore.open(folder, memory)) {
            put(store, "a", "1");
        }
        try (RocksStore store = RocksStore.open(folder, memory)) {
            assertThat(store.get(ColumnFamily.META, bytes("a"))).isEqualTo(bytes("1"));
        }
    }

    @Test
    void logTornInTheMiddleOfABatchKeepsThePrefix() throws IOException {
        Path torn = folder.resolve("torn");
        try (RocksStore store = RocksStore.open(folder.resolve("whole"), memory)) {
            put(store, "a", "1");
            put(store, "b", "2");
            store.sync();
            put(store, "c", "3".repeat(1000));
            copy(folder.resolve("whole"), torn);
        }
        Path log = newestLog(torn);
        byte[] content = Files.readAllBytes(log);
        Files.write(log, Arrays.copyOf(content, content.length - 500), StandardOpenOption.TRUNCATE_EXISTING);

        try (RocksStore store = RocksStore.open(torn, memory)) {
            assertThat(store.get(ColumnFamily.META, bytes("a"))).isEqualTo(bytes("1"));
            assertThat(store.get(ColumnFamily.META, bytes("b"))).isEqualTo(bytes("2"));
            assertThat(store.get(ColumnFamily.META, bytes("c"))).isNull();
        }
    }

    @Test
    void garbageBehindTheLastWholeBatchIsLeftOut() throws IOException {
        Path torn = folder.resolve("torn");
        try (RocksStore store = RocksStore.open(folder.resolve("whole"), memory)) {
            put(store, "a", "1");
            put(store, "b", "x".repeat(2000));
            put(store, "c", "3");
            copy(folder.resolve("whole"), torn);
        }
        Path log = newestLog(torn);
        byte[] content = Files.readAllBytes(log);
        // A page that never reached the disk, although what follows it did.
        for (int i = content.length - 1500; i < content.length - 1000; i++) {
            content[i] = 0;
        }
        Files.write(log, content, StandardOpenOption.TRUNCATE_EXISTING);

        try (RocksStore store = RocksStore.open(torn, memory)) {
            assertThat(store.get(ColumnFamily.META, bytes("a"))).isEqualTo(bytes("1"));
            assertThat(store.get(ColumnFamily.META, bytes("b"))).isNull();
            assertThat(store.get(ColumnFamily.META, bytes("c")))
                    .as("what came after a lost batch is lost too")
                    .isNull();
        }
    }

    @Test
    void usedAfterCloseItFailsInsteadOfCrashing() {
        RocksStore store = RocksStore.open(folder, memory);
        store.close();
        store.close();
        assertThatThrownBy(() -> store.get(ColumnFamily.META, bytes("a"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> put(store, "a", "1")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(store::snapshot).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(store::sync).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void cursorAndSnapshotFailAfterTheirOwnClose() {
        try (RocksStore store = RocksStore.open(folder, memory)) {
            put(store, "a", "1");
            StoreSnapshot snapshot = store.snapshot();
            snapshot.close();
            snapshot.close();
            assertThatThrownBy(() -> snapshot.get(ColumnFamily.META, bytes("a")))
                    .isInstanceOf(IllegalStateException.class);
            StoreCursor cursor = store.cursor(ColumnFamily.META, bytes("a"), bytes("b"), false);
            assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
            cursor.close();
            cursor.close();
            assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void secondStoreOnTheSameFolderIsRefused() {
        try (RocksStore store = RocksStore.open(folder, memory)) {
            assertThat(store.snapshot()).satisfies(StoreSnapshot::close);
            assertThatThrownBy(() -> RocksStore.open(folder, memory))
                    .isInstanceOf(StorageException.class)
                    .hasMessageContaining(folder.toString());
        }
    }

    @Test
    void estimatesSizes() {
        try (RocksStore store = RocksStore.open(folder, memory)) {
            assertThat(store.estimatedBytes(ColumnFamily.META, bytes("a"), bytes("b")))
                    .isZero();
            for (int i = 0; i < 1000; i++) {
                put(store, "a" + i, "x".repeat(100));
            }
            assertThat(store.estimatedBytes(ColumnFamily.META, bytes("a"), bytes("b")))
                    .isBetween(20_000L, 1_000_000L);
        }
    }

    private static void put(Store store, String key, String value) {
        StoreBatch batch = store.newBatch();
        batch.put(ColumnFamily.META, bytes(key), bytes(value));
        store.write(batch);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Path newestLog(Path store) throws IOException {
        try (Stream<Path> files = Files.list(store)) {
            List<Path> logs = files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList();
            return logs.get(logs.size() - 1);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                if (!file.getFileName().toString().equals("LOCK")) {
                    Files.copy(file, to.resolve(file.getFileName()));
                }
            }
        }
    }
}
