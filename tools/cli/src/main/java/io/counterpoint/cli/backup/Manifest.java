package io.counterpoint.cli.backup;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a backup consists of. Written as JSON when all of its files are there, so a manifest is a complete backup.
 *
 * @param format version of this description, now {@value #FORMAT}
 * @param checkpoint identity of the checkpoint it was read from, hexadecimal
 * @param time when the cluster was in this state, ISO 8601 in UTC
 * @param cluster whether a router made it: all shards of a cluster at one moment; else it is of one shard alone
 * @param shards the shards, the one with the catalog first
 */
record Manifest(int format, String checkpoint, String time, boolean cluster, List<ShardPart> shards) {
    static final int FORMAT = 1;

    /** Copies the list. */
    Manifest {
        shards = List.copyOf(shards);
    }

    /**
     * The data folder of one shard.
     *
     * @param name the shard's
     * @param prepared transactions that were between prepare and decision; their outcome follows from the data
     * @param files all of them
     */
    record ShardPart(String name, int prepared, List<FilePart> files) {
        /** Copies the list. */
        ShardPart {
            files = List.copyOf(files);
        }
    }

    /**
     * A file of a data folder.
     *
     * @param path below the folder, with slashes
     * @param bytes its length
     * @param sha256 of its contents, hexadecimal: its name among the objects
     * @param fingerprint what the shard tells its contents by without reading all of them; null for files that change
     */
    record FilePart(
            String path,
            long bytes,
            String sha256,
            @Nullable String fingerprint) {}

    /** Transactions on all shards that were between prepare and decision. */
    int prepared() {
        return shards.stream().mapToInt(ShardPart::prepared).sum();
    }
}
