package io.counterpoint.cli.backup;

import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Takes a backup: has a checkpoint made, fetches its files that the folder does not have yet, writes the manifest, and
 * gives the checkpoint back.
 */
public final class Backup {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    /** How long a shard keeps the checkpoint if this program dies. */
    private static final int EXPIRE_SECONDS = 600;

    private static final int FETCHERS = 4;

    private static final long CLOSE_SECONDS_MAX = 10;

    private final Address server;
    private final Path out;
    private final int keep;

    /**
     * A backup that is not taken yet.
     *
     * @param uri of a router, for its whole cluster, or of a shard, for that alone
     * @param out the folder of backups
     * @param keep how many complete backups stay in it; 0 for all
     * @throws StartupException when the connection string makes no sense
     */
    public Backup(String uri, Path out, int keep) {
        this.server = ServerUri.parse(uri);
        this.out = out;
        this.keep = keep;
    }

    /**
     * What was done.
     *
     * @param manifest the new backup
     * @param shards how many
     * @param bytes of all files
     * @param fetchedFiles how many were not there before
     * @param fetchedBytes of those
     * @param removed older backups that were removed
     */
    public record Report(Path manifest, int shards, long bytes, long fetchedFiles, long fetchedBytes, int removed) {}

    /** A file of the checkpoint. */
    private record Wanted(
            String shard, String path, long bytes, @Nullable String fingerprint) {}

    /**
     * Takes the backup.
     *
     * @throws StartupException naming what is in the way; the backups that were complete are untouched then
     */
    public Report run() throws InterruptedException {
        try (BackupFolder folder = BackupFolder.toWrite(out);
                ServerConnection connection = ServerConnection.open(server)) {
            BsonDocument checkpoint = connection.run(
                    "admin",
                    new BsonDocument("checkpoint", new BsonInt32(1))
                            .append("expireAfterSeconds", new BsonInt32(EXPIRE_SECONDS)));
            BsonObjectId id = checkpoint.getObjectId("checkpoint");
            try {
                return fetch(folder, connection, checkpoint, id);
            } finally {
                drop(connection, id);
            }
        }
    }

    private static void drop(ServerConnection connection, BsonObjectId id) {
        try {
            BsonDocument unused = connection.reply("admin", new BsonDocument("dropCheckpoint", id));
        } catch (StartupException gone) {
            // The backup stands or falls without this: the checkpoint goes by itself after a while.
        }
    }

    private Report fetch(BackupFolder folder, ServerConnection connection, BsonDocument checkpoint, BsonObjectId id)
            throws InterruptedException {
        Map<String, Manifest.FilePart> known = known(folder);
        List<Manifest.ShardPart> shards = new ArrayList<>();
        AtomicLong fetchedFiles = new AtomicLong();
        AtomicLong fetchedBytes = new AtomicLong();
        long bytes = 0;
        try (Fetchers fetchers = new Fetchers(folder, id, fetchedFiles, fetchedBytes)) {
            for (BsonValue entry : checkpoint.getArray("shards")) {
                String shard = entry.asDocument().getString("shard").getValue();
                List<Wanted> wanted = list(connection, id, shard);
                List<Manifest.FilePart> files = fetchers.fetch(wanted, known);
                bytes += wanted.stream().mapToLong(Wanted::bytes).sum();
                int prepared = entry.asDocument()
                        .getNumber("prepared", new BsonInt32(0))
                        .intValue();
                shards.add(new Manifest.ShardPart(shard, prepared, files));
            }
        }
        Instant time = Instant.ofEpochMilli(checkpoint.getDateTime("time").getValue());
        Manifest manifest = new Manifest(
                Manifest.FORMAT, id.getValue().toHexString(), time.toString(), connection.isRouter(), shards);
        Path written = folder.write(manifest, STAMP.format(time));
        int removed = folder.prune(keep);
        return new Report(written, shards.size(), bytes, fetchedFiles.get(), fetchedBytes.get(), removed);
    }

    /** Files of earlier backups that never change, by what tells them. */
    private static Map<String, Manifest.FilePart> known(BackupFolder folder) {
        Map<String, Manifest.FilePart> known = new HashMap<>();
        for (Path manifest : folder.manifests()) {
            for (Manifest.ShardPart shard : folder.read(manifest).shards()) {
                for (Manifest.FilePart file : shard.files()) {
                    if (file.fingerprint() != null && folder.has(file.sha256(), file.bytes())) {
                        known.put(key(file.fingerprint(), file.bytes()), file);
                    }
                }
            }
        }
        return known;
    }

    private static String key(String fingerprint, long bytes) {
        return fingerprint + " " + bytes;
    }

    private static List<Wanted> list(ServerConnection connection, BsonObjectId id, String shard) {
        BsonDocument reply =
                connection.run("admin", new BsonDocument("checkpointFiles", id).append("shard", new BsonString(shard)));
        List<Wanted> wanted = new ArrayList<>();
        for (BsonValue entry : reply.getArray("files")) {
            BsonDocument file = entry.asDocument();
            wanted.add(new Wanted(
                    shard,
                    file.getString("file").getValue(),
                    file.getNumber("bytes").longValue(),
                    file.containsKey("fingerprint")
                            ? file.getString("fingerprint").getValue()
                            : null));
        }
        return wanted;
    }

    /** Several connections that fetch files side by side: one reads while another writes. */
    private final class Fetchers implements AutoCloseable {
        private final BackupFolder folder;
        private final BsonObjectId checkpoint;
        private final AtomicLong files;
        private final AtomicLong bytes;
        private final BlockingQueue<ServerConnection> idle = new ArrayBlockingQueue<>(FETCHERS);
        private final List<ServerConnection> connections = new ArrayList<>();
        private final ExecutorService threads = Executors.newFixedThreadPool(FETCHERS);

        Fetchers(BackupFolder folder, BsonObjectId checkpoint, AtomicLong files, AtomicLong bytes) {
            this.folder = folder;
            this.checkpoint = checkpoint;
            this.files = files;
            this.bytes = bytes;
            for (int i = 0; i < FETCHERS; i++) {
                connections.add(ServerConnection.open(server));
            }
            idle.addAll(connections);
        }

        List<Manifest.FilePart> fetch(List<Wanted> wanted, Map<String, Manifest.FilePart> known)
                throws InterruptedException {
            List<Future<Manifest.FilePart>> coming = new ArrayList<>();
            for (Wanted file : wanted) {
                Manifest.FilePart before =
                        file.fingerprint == null ? null : known.get(key(file.fingerprint, file.bytes));
                coming.add(
                        before == null
                                ? threads.submit(() -> fetch(file))
                                : CompletableFuture.completedFuture(new Manifest.FilePart(
                                        file.path, file.bytes, before.sha256(), file.fingerprint)));
            }
            List<Manifest.FilePart> parts = new ArrayList<>();
            for (Future<Manifest.FilePart> one : coming) {
                try {
                    parts.add(one.get());
                } catch (ExecutionException e) {
                    throw e.getCause() instanceof RuntimeException reason ? reason : new IllegalStateException(e);
                }
            }
            return parts;
        }

        private Manifest.FilePart fetch(Wanted file) throws InterruptedException {
            ServerConnection connection = idle.take();
            String name = file.shard + "-" + file.path.replace('/', '-');
            try (BackupFolder.Incoming incoming = folder.incoming(name)) {
                while (incoming.written() < file.bytes) {
                    incoming.write(piece(connection, file, incoming.written()));
                }
                String sha256 = incoming.keep();
                files.incrementAndGet();
                bytes.addAndGet(file.bytes);
                return new Manifest.FilePart(file.path, file.bytes, sha256, file.fingerprint);
            } finally {
                idle.add(connection);
            }
        }

        private byte[] piece(ServerConnection connection, Wanted file, long offset) {
            BsonDocument reply = connection.run(
                    "admin",
                    new BsonDocument("readCheckpoint", checkpoint)
                            .append("shard", new BsonString(file.shard))
                            .append("file", new BsonString(file.path))
                            .append("offset", new BsonInt64(offset)));
            byte[] piece = reply.getBinary("data").getData();
            CRC32C sum = new CRC32C();
            sum.update(piece, 0, piece.length);
            if (piece.length == 0 || sum.getValue() != reply.getNumber("crc32c").longValue()) {
                throw new StartupException("A piece of " + file.path + " of " + file.shard + " at " + offset
                        + " did not arrive as it was sent.");
            }
            return piece;
        }

        @Override
        public void close() {
            threads.shutdownNow();
            connections.forEach(ServerConnection::close);
            try {
                // What is under way ends with its connection.
                boolean unused = threads.awaitTermination(CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
