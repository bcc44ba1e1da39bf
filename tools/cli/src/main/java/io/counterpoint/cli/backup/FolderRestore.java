package io.counterpoint.cli.backup;

import io.counterpoint.cli.cluster.LocalCluster;
import io.counterpoint.cli.cluster.RunningSystem;
import io.counterpoint.cli.cluster.UpConfig;
import io.counterpoint.cli.failure.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Makes data folders of a backup: the same shards with the same data, ready to be started. Everything is copied beside
 * the target, compared with its checksums, and put in place by one renaming: the target is there whole or not at all.
 */
public final class FolderRestore {
    private static final String RESTORING = ".restoring";
    private static final int CHECKPOINT_EXPIRE_SECONDS = 1;
    private static final long POLL_MILLIS = 500;
    private static final int POLLS_MAX = 60;

    private final BackupFolder backups;
    private final Path manifestPath;
    private final Manifest manifest;

    /**
     * Reads a backup's manifest.
     *
     * @param folder a folder of backups
     * @param manifest one of its manifests, null for the newest
     * @throws StartupException when there is no complete backup, or the manifest is damaged
     */
    public FolderRestore(Path folder, @Nullable Path manifest) {
        backups = BackupFolder.toRead(folder);
        manifestPath = manifest != null
                ? manifest
                : backups.newest()
                        .orElseThrow(() -> new StartupException("The folder " + folder + " has no complete backup."));
        this.manifest = backups.read(manifestPath);
    }

    /** Whether a path is a folder of backups. */
    public static boolean isBackup(Path path) {
        return BackupFolder.isBackup(path);
    }

    /** The manifest that is restored. */
    public Path manifest() {
        return manifestPath;
    }

    /** Whether the backup is of a cluster, and not of one shard alone. */
    public boolean isCluster() {
        return manifest.cluster();
    }

    /** The shards of the backup, the one with the catalog first. */
    public List<String> shards() {
        return manifest.shards().stream().map(Manifest.ShardPart::name).toList();
    }

    /** When the cluster was in the state of this backup: ISO 8601 in UTC. */
    public String time() {
        return manifest.time();
    }

    /**
     * Restores into a folder.
     *
     * @param data what {@code up --data} takes: a folder for each shard in it; with {@code shard}, or for a backup of
     *     one shard alone, what {@code shard --data} takes. Must not be there, or be empty
     * @param shard the only shard to restore; null for all
     * @throws StartupException naming what is in the way; there is no target then
     */
    public void restore(Path data, @Nullable String shard) throws InterruptedException {
        if (shard != null && !shards().contains(shard)) {
            throw new StartupException("The backup has no shard " + shard + ", only " + shards() + ".");
        }
        Path target = data.toAbsolutePath();
        Path staging = target.resolveSibling(Objects.requireNonNull(target.getFileName()) + RESTORING);
        try {
            requireEmpty(target);
            deleteTree(staging);
            boolean alone = shard != null || !manifest.cluster();
            for (Manifest.ShardPart part : manifest.shards()) {
                if (shard == null || part.name().equals(shard)) {
                    copy(part, alone ? staging : staging.resolve(part.name()));
                }
            }
            if (!alone && manifest.prepared() > 0) {
                decide(staging);
            }
            Files.deleteIfExists(target);
            Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
            BackupFolder.force(Objects.requireNonNull(target.getParent(), "the target is not the root"));
        } catch (IOException e) {
            throw BackupFolder.trouble("The folder " + data + " (--data) cannot be written", e);
        }
    }

    private static void requireEmpty(Path target) throws IOException {
        if (!Files.exists(target)) {
            return;
        }
        try (Stream<Path> entries = Files.list(target)) {
            if (entries.findAny().isPresent()) {
                throw new StartupException("The folder " + target
                        + " (--data) is not empty: a backup is restored into a new one, or with --uri into a running"
                        + " cluster.");
            }
        }
    }

    private void copy(Manifest.ShardPart part, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Manifest.FilePart file : part.files()) {
            Path target = folder.resolve(file.path()).normalize();
            if (!target.startsWith(folder)) {
                throw new StartupException(manifestPath + " names a file outside of its folder: " + file.path());
            }
            Files.createDirectories(Objects.requireNonNull(target.getParent(), "files lie below the folder"));
            backups.copy(file, target);
        }
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path directory : walk.filter(Files::isDirectory).toList()) {
                BackupFolder.force(directory);
            }
        }
    }

    /**
     * Lets the transactions come to their end that were between prepare and decision: the cluster runs for a moment, so
     * that nobody sees one that is committed on some of its shards only.
     */
    private static void decide(Path data) throws InterruptedException {
        try (RunningSystem system = startCluster(data);
                ServerConnection router = ServerConnection.open(
                        Objects.requireNonNull(system.endpoints().router()))) {
            int polls = 0;
            while (prepared(router) > 0) {
                if (++polls == POLLS_MAX) {
                    throw new StartupException("Transactions of the backup that were being committed did not come to"
                            + " their end; restore it again.");
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    /** Starts the cluster of restored data folders for this program alone, on free ports. */
    static RunningSystem startCluster(Path data) {
        return LocalCluster.start(new UpConfig(null, "127.0.0.1", 0, 0, 0, data, true));
    }

    private static int prepared(ServerConnection router) {
        BsonDocument reply = router.run(
                "admin",
                new BsonDocument("checkpoint", new BsonInt32(1))
                        .append("expireAfterSeconds", new BsonInt32(CHECKPOINT_EXPIRE_SECONDS)));
        int prepared = 0;
        for (BsonValue shard : reply.getArray("shards")) {
            prepared +=
                    shard.asDocument().getNumber("prepared", new BsonInt32(0)).intValue();
        }
        BsonDocument unused = router.run("admin", new BsonDocument("dropCheckpoint", reply.get("checkpoint")));
        return prepared;
    }

    /** Removes a folder and all in it; harmless when it is not there. */
    static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
