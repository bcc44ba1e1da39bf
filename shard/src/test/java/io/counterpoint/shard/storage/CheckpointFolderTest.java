package io.counterpoint.shard.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.shard.storage.CheckpointFolder.CheckpointFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a store, as files. */
final class CheckpointFolderTest {
    @TempDir
    private Path folder;

    private final RocksMemory memory = RocksMemory.standard();
    private RocksStore store;
    private CheckpointFolder checkpoints;

    @BeforeEach
    void open() throws IOException {
        store = RocksStore.open(folder.resolve("store"), memory);
        Path properties = folder.resolve("shard.properties");
        Files.writeString(properties, "shard=a\n");
        checkpoints = new CheckpointFolder(folder.resolve("checkpoints"), properties);
    }

    @AfterEach
    void close() {
        store.close();
        memory.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void put(String key, String value) {
        StoreBatch batch = store.newBatch();
        batch.put(ColumnFamily.DOCUMENTS, bytes(key), bytes(value));
        store.write(batch);
    }

    @Test
    void aCheckpointIsADataFolderOfThatMoment() {
        put("a", "before");
        checkpoints.make(store, "one", false);
        put("a", "after");
        Path copy = checkpoints.path("one", false);
        assertThat(copy.resolve("shard.properties")).hasContent("shard=a\n");
        try (RocksStore other = RocksStore.open(copy.resolve("store"), memory)) {
            assertThat(other.get(ColumnFamily.DOCUMENTS, bytes("a"))).isEqualTo(bytes("before"));
        }
    }

    @Test
    void tablesThatDidNotChangeHaveTheSameFingerprint() {
        put("a", "1");
        checkpoints.make(store, "one", false);
        put("b", "2");
        checkpoints.make(store, "two", false);
        List<String> first = fingerprints("one");
        List<String> second = fingerprints("two");
        assertThat(first).isNotEmpty();
        assertThat(second).containsAll(first).hasSizeGreaterThan(first.size()).doesNotHaveDuplicates();
    }

    private List<String> fingerprints(String name) {
        return checkpoints.files(name, false).stream()
                .map(CheckpointFile::fingerprint)
                .filter(fingerprint -> fingerprint != null)
                .toList();
    }

    @Test
    void whatWasLentOrHalfMadeGoesAtTheNextStart() throws IOException {
        checkpoints.make(store, "kept", false);
        checkpoints.make(store, "lent", true);
        Files.createDirectories(
                folder.resolve("checkpoints").resolve("half.part").resolve("store"));
        assertThat(checkpoints.tidy()).containsExactly("kept");
        assertThat(folder.resolve("checkpoints")).isDirectoryNotContaining(path -> !path.endsWith("kept"));
    }

    @Test
    void aDamagedTableIsNamed() throws IOException {
        put("a", "1".repeat(10_000));
        checkpoints.make(store, "one", false);
        CheckpointFile table = checkpoints.files("one", false).stream()
                .filter(file -> file.fingerprint() != null)
                .findFirst()
                .orElseThrow();
        checkpoints.verify("one", false, table);
        Path path = checkpoints.path("one", false).resolve(table.path());
        byte[] contents = Files.readAllBytes(path);
        contents[10] ^= 1;
        Files.write(path, contents);
        assertThatThrownBy(() -> checkpoints.verify("one", false, table))
                .isInstanceOfSatisfying(
                        StorageException.class,
                        failure -> assertThat(failure.damaged()).isTrue())
                .hasMessageContaining(path.getFileName().toString());
    }

    @Test
    void aFileThatIsGoneIsNamed() throws IOException {
        put("a", "1");
        checkpoints.make(store, "one", false);
        CheckpointFile properties = checkpoints.files("one", false).get(0);
        Files.delete(checkpoints.path("one", false).resolve(properties.path()));
        assertThatThrownBy(() -> checkpoints.read("one", false, properties, 0, 10))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining(properties.path());
    }

    @Test
    void nothingIsLeftOfOneThatFails() {
        checkpoints.make(store, "one", false);
        CheckpointFolder broken = new CheckpointFolder(folder.resolve("checkpoints"), folder.resolve("missing"));
        assertThatThrownBy(() -> broken.make(store, "two", false)).isInstanceOf(StorageException.class);
        assertThat(folder.resolve("checkpoints")).isDirectoryNotContaining(path -> !path.endsWith("one"));
    }
}
