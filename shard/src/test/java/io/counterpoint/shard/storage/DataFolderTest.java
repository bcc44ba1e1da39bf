package io.counterpoint.shard.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.testkit.seed.SeededRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir
    Path parent;

    @Test
    void isMadeOnceAndKeepsItsIdentity() {
        Path folder = parent.resolve("deep/shard01");
        UUID identity;
        try (DataFolder data = open(folder, "shard01", 1)) {
            identity = data.identity();
            assertThat(data.shardName()).isEqualTo("shard01");
            assertThat(data.storeFolder()).isEqualTo(folder.resolve("store"));
        }
        try (DataFolder data = open(folder, "shard01", 2)) {
            assertThat(data.identity()).isEqualTo(identity);
        }
    }

    @Test
    void isHeldByOneAtATime() {
        try (DataFolder data = open(parent, "shard01", 1)) {
            assertThat(data.identity()).isNotNull();
            assertThatThrownBy(() -> open(parent, "shard01", 1))
                    .isInstanceOf(DataFolderException.class)
                    .hasMessageContaining(parent.toString())
                    .hasMessageContaining("is in use");
        }
        open(parent, "shard01", 1).close();
    }

    @Test
    void newerFormatIsRefusedNamingBothVersions() throws IOException {
        open(parent, "shard01", 1).close();
        Path properties = parent.resolve("shard.properties");
        Files.writeString(properties, Files.readString(properties).replace("format=2", "format=7"));
        assertThatThrownBy(() -> open(parent, "shard01", 1))
                .isInstanceOf(DataFolderException.class)
                .hasMessageContaining("format version 7")
                .hasMessageContaining("up to version 2");
    }

    @Test
    void olderFormatIsMarkedWithThePresentOne() throws IOException {
        UUID identity;
        try (DataFolder data = open(parent, "shard01", 1)) {
            identity = data.identity();
        }
        Path properties = parent.resolve("shard.properties");
        Files.writeString(properties, Files.readString(properties).replace("format=2", "format=1"));
        try (DataFolder data = open(parent, "shard01", 1)) {
            assertThat(data.identity()).isEqualTo(identity);
        }
        assertThat(Files.readString(properties)).contains("format=2\n");
    }

    @Test
    void anotherShardsFolderIsRefused() {
        open(parent, "shard01", 1).close();
        assertThatThrownBy(() -> open(parent, "shard02", 1))
                .isInstanceOf(DataFolderException.class)
                .hasMessageContaining("belongs to shard 'shard01'")
                .hasMessageContaining("'shard02'");
    }

    @Test
    void refusalLetsTheFolderGo() {
        open(parent, "shard01", 1).close();
        assertThatThrownBy(() -> open(parent, "shard02", 1)).isInstanceOf(DataFolderException.class);
        open(parent, "shard01", 1).close();
    }

    @Test
    void damagedPropertiesAreRefused() throws IOException {
        open(parent, "shard01", 1).close();
        Files.writeString(parent.resolve("shard.properties"), "format=one\n");
        assertThatThrownBy(() -> open(parent, "shard01", 1))
                .isInstanceOf(DataFolderException.class)
                .hasMessageContaining("is damaged");
    }

    @Test
    void databaseWithoutPropertiesIsNotTakenForANewFolder() throws IOException {
        Files.createDirectories(parent.resolve("store"));
        assertThatThrownBy(() -> open(parent, "shard01", 1))
                .isInstanceOf(DataFolderException.class)
                .hasMessageContaining("has a database but no shard.properties");
    }

    private static DataFolder open(Path folder, String name, long seed) {
        return DataFolder.open(folder, name, new SeededRandom(seed));
    }
}
