package io.counterpoint.cli.cluster;

import io.counterpoint.cli.failure.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The folder that {@code up} keeps everything in: one folder per shard, named as the shard. The number of shards
 * belongs to the data: chunks are spread over all of them, so a later run has to bring up the same ones.
 *
 * @param shards the shards' folders; the name of each is the shard's
 */
record ClusterFolder(List<Path> shards) {
    /** What {@code up} starts in an empty folder when it is not told otherwise. */
    static final int SHARDS_DEFAULT = 3;

    /** Ports of different kinds lie a hundred apart. */
    static final int SHARDS_MAX = 64;

    private static final String SHARD_PREFIX = "shard";

    /** Copies the list. */
    ClusterFolder {
        shards = List.copyOf(shards);
    }

    /**
     * Looks at a folder and changes nothing.
     *
     * @param shardCount in [1, {@value #SHARDS_MAX}]; null for as many as the folder holds, or {@value #SHARDS_DEFAULT}
     *     in a new one
     * @throws StartupException when the folder holds another number of shards
     */
    static ClusterFolder of(Path folder, @Nullable Integer shardCount) {
        if (shardCount != null && (shardCount < 1 || shardCount > SHARDS_MAX)) {
            throw new StartupException("--shards must lie between 1 and " + SHARDS_MAX + ", not " + shardCount + ".");
        }
        int present = 0;
        while (Files.isDirectory(folder.resolve(SHARD_PREFIX + (present + 1)))) {
            present++;
        }
        if (present > 0 && shardCount != null && shardCount != present) {
            throw new StartupException("The data folder " + folder + " holds " + present
                    + (present == 1 ? " shard" : " shards") + ", --shards says " + shardCount
                    + ": leave the flag out or take another folder with --data.");
        }
        int count = present > 0 ? present : shardCount != null ? shardCount : SHARDS_DEFAULT;
        return new ClusterFolder(IntStream.rangeClosed(1, count)
                .mapToObj(number -> folder.resolve(SHARD_PREFIX + number))
                .toList());
    }

    /**
     * Makes the shards' folders that are not there.
     *
     * @throws StartupException when one cannot be made
     */
    void create() {
        try {
            // Downwards: a start that is cut short here leaves no first folder, so the next one counts nothing and
            // begins again.
            for (int index = shards.size() - 1; index >= 0; index--) {
                Files.createDirectories(shards.get(index));
            }
        } catch (IOException e) {
            throw new StartupException(
                    "The data folder " + shards.get(0).getParent() + " (--data) cannot be made: " + e.getMessage(), e);
        }
    }
}
