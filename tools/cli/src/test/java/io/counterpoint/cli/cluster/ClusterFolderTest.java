package io.counterpoint.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.cli.failure.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterFolderTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void aNewFolderGetsThreeShardsOrAsManyAsAskedFor() {
        assertThat(ClusterFolder.of(folder.resolve("a"), null).shards())
                .extracting(shard -> shard.getFileName().toString())
                .containsExactly("shard1", "shard2", "shard3");
        assertThat(ClusterFolder.of(folder.resolve("b"), 5).shards()).hasSize(5);
    }

    @Test
    void lookingChangesNothing() {
        ClusterFolder looked = ClusterFolder.of(folder.resolve("a"), 2);
        assertThat(folder).isEmptyDirectory();

        looked.create();
        assertThat(looked.shards()).allMatch(Files::isDirectory);
    }

    @Test
    void anOldFolderKeepsItsNumber() {
        ClusterFolder.of(folder, 2).create();

        assertThat(ClusterFolder.of(folder, null).shards()).hasSize(2);
        assertThat(ClusterFolder.of(folder, 2).shards()).hasSize(2);
        assertThatThrownBy(() -> ClusterFolder.of(folder, 3))
                .isInstanceOf(StartupException.class)
                .hasMessage("The data folder " + folder
                        + " holds 2 shards, --shards says 3: leave the flag out or take another folder with --data.");
    }

    @Test
    void oneShardIsOne() {
        ClusterFolder.of(folder, 1).create();

        assertThatThrownBy(() -> ClusterFolder.of(folder, 2)).hasMessageContaining("holds 1 shard, --shards says 2");
    }

    @Test
    void aFolderThatCannotBeIsNamed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(ClusterFolder.of(file, null)::create)
                .isInstanceOf(StartupException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("--data");
        assertThatThrownBy(() -> ClusterFolder.of(folder, 0)).hasMessage("--shards must lie between 1 and 64, not 0.");
    }
}
