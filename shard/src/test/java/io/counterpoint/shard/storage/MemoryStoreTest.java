package io.counterpoint.shard.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MemoryStoreTest {
    private final MemoryStore store = new MemoryStore();

    @Test
    void crashKeepsSyncedBatchesAndAPrefixOfTheOthers() {
        put("a");
        put("b");
        store.sync();
        put("c");
        put("d");
        put("e");

        assertThat(store.unsyncedCount()).isEqualTo(3);
        store.crash(2);

        assertThat(has("a")).isTrue();
        assertThat(has("b")).isTrue();
        assertThat(has("c")).isTrue();
        assertThat(has("d")).isTrue();
        assertThat(has("e")).isFalse();
        assertThat(store.unsyncedCount()).isZero();
    }

    @Test
    void whatACrashKeptStaysThroughTheNext() {
        put("a");
        store.crash(1);
        store.crash(0);
        assertThat(has("a")).isTrue();
    }

    @Test
    void crashCannotKeepMoreThanThereIs() {
        put("a");
        assertThatThrownBy(() -> store.crash(2)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void closingIsACleanStop() {
        put("a");
        store.close();
        store.crash(0);
        assertThat(has("a")).isTrue();
    }

    private void put(String key) {
        StoreBatch batch = store.newBatch();
        batch.put(ColumnFamily.META, bytes(key), bytes("x"));
        store.write(batch);
    }

    private boolean has(String key) {
        return store.get(ColumnFamily.META, bytes(key)) != null;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
