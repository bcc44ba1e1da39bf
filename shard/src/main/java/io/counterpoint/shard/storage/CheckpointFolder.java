package io.counterpoint.shard.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

/**
 * The folder of a shard's checkpoints. Each is a data folder of its own, without the lock: {@code shard.properties} and
 * {@code store/}. One that is being made has a name that ends with {@code .part}, one that lives no longer than the
 * process one that ends with {@code .lent}; both are removed at the next start. Any thread; methods block for the disk.
 */
public final class CheckpointFolder {
    private static final String PART = ".part";
    private static final String LENT = ".lent";
    private static final String STORE = "store";
    private static final String TABLE_SUFFIX = ".sst";

    /**
     * How much of the end of a table tells it from all others: there RocksDB writes the identity of the database's run
     * and the number of the file, both of which are never used again, beside the index over the contents.
     */
    private static final int FINGERPRINT_BYTES = 64 << 10;

    private final Path folder;
    private final Path properties;

    /**
     * A file of a checkpoint.
     *
     * @param path below the checkpoint's folder, with slashes
     * @param bytes its length
     * @param fingerprint for files that never change, the same for the same contents only; null for others
     */
    public record CheckpointFile(
            String path, long bytes, @Nullable String fingerprint) {}

    /**
     * Checkpoints below a folder, which is made when it is needed.
     *
     * @param properties the shard's own, copied into each checkpoint
     */
    public CheckpointFolder(Path folder, Path properties) {
        this.folder = folder;
        this.properties = properties;
    }

    /**
     * Removes what an earlier process was making or had lent.
     *
     * @return names of the checkpoints that are left
     * @throws StorageException when the disk refuses
     */
    public List<String> tidy() {
        return guarded("looking through the checkpoints in " + folder, () -> {
            List<String> kept = new ArrayList<>();
            if (!Files.isDirectory(folder)) {
                return kept;
            }
            for (Path entry : entries(folder)) {
                String name = entry.getFileName().toString();
                if (name.endsWith(PART) || name.endsWith(LENT)) {
                    deleteTree(entry);
                } else {
                    kept.add(name);
                }
            }
            return kept;
        });
    }

    /**
     * Makes a checkpoint of what a store has at this moment.
     *
     * @param name a new one
     * @param lent whether it ends with the process
     * @throws StorageException when the disk refuses; nothing of it is left then
     */
    public void make(Store store, String name, boolean lent) {
        Path part = folder.resolve(name + PART);
        boolean done = guarded("making the checkpoint " + part, () -> {
            try {
                Files.createDirectories(part);
                store.checkpoint(part.resolve(STORE));
                Files.copy(properties, part.resolve(properties.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                force(part.resolve(properties.getFileName()));
                force(part);
                Files.move(part, path(name, lent), StandardCopyOption.ATOMIC_MOVE);
                force(folder);
                return true;
            } finally {
                deleteTree(part);
            }
        });
        if (!done) {
            throw new IllegalStateException(name);
        }
    }

    /** Where a checkpoint is. */
    public Path path(String name, boolean lent) {
        return folder.resolve(lent ? name + LENT : name);
    }

    /**
     * The files of a checkpoint, by path.
     *
     * @throws StorageException when the disk refuses
     */
    public List<CheckpointFile> files(String name, boolean lent) {
        Path root = path(name, lent);
        return guarded("reading the checkpoint " + root, () -> {
            List<CheckpointFile> files = new ArrayList<>();
            try (Stream<Path> walk = Files.walk(root)) {
                for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
                    files.add(describe(root, file));
                }
            }
            return files;
        });
    }

    private static CheckpointFile describe(Path root, Path file) throws IOException {
        StringBuilder path = new StringBuilder();
        root.relativize(file)
                .forEach(name -> path.append(path.isEmpty() ? "" : "/").append(name));
        long bytes = Files.size(file);
        boolean table = path.toString().endsWith(TABLE_SUFFIX);
        return new CheckpointFile(path.toString(), bytes, table ? fingerprint(file, bytes) : null);
    }

    private static String fingerprint(Path file, long bytes) throws IOException {
        byte[] end = read(file, Math.max(0, bytes - FINGERPRINT_BYTES), FINGERPRINT_BYTES);
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(end));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /**
     * A piece of a file.
     *
     * @param file one of {@link #files}
     * @param offset bytes before the piece
     * @param bytesMax its length at most
     * @return shorter than that only at the end of the file
     * @throws StorageException when the disk refuses
     */
    public byte[] read(String name, boolean lent, CheckpointFile file, long offset, int bytesMax) {
        Path path = path(name, lent).resolve(file.path());
        return guarded("reading " + path, () -> read(path, offset, bytesMax));
    }

    private static byte[] read(Path file, long offset, int bytesMax) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            int length = (int) Math.max(0, Math.min(bytesMax, channel.size() - offset));
            ByteBuffer buffer = ByteBuffer.allocate(length);
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, offset + buffer.position()) < 0) {
                    throw new IOException("the file became shorter");
                }
            }
            return buffer.array();
        }
    }

    /**
     * Compares the blocks of a table with the checksums that were written with them; does nothing for other files.
     *
     * @throws StorageException naming the file when a block is damaged or the disk refuses
     */
    public void verify(String name, boolean lent, CheckpointFile file) {
        if (file.fingerprint() == null) {
            return;
        }
        Path path = path(name, lent).resolve(file.path());
        try (Options options = new Options();
                SstFileReader reader = new SstFileReader(options)) {
            reader.open(path.toString());
            reader.verifyChecksum();
        } catch (RocksDBException failure) {
            throw RocksFailures.translate("verifying " + path, failure);
        }
    }

    /**
     * Removes a checkpoint; harmless when it is not there.
     *
     * @throws StorageException when the disk refuses
     */
    public void delete(String name, boolean lent) {
        Path root = path(name, lent);
        boolean unused = guarded("removing the checkpoint " + root, () -> {
            deleteTree(root);
            return true;
        });
    }

    private static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    private static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Something that the file system does, or refuses to. */
    @FunctionalInterface
    private interface Work<R> {
        R run() throws IOException;
    }

    private static <R> R guarded(String what, Work<R> work) {
        try {
            return work.run();
        } catch (IOException | UncheckedIOException failure) {
            throw new StorageException(what + " failed: " + reason(failure), false, failure);
        }
    }

    private static String reason(Exception failure) {
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + " is not there";
        }
        boolean named = failure instanceof FileSystemException refused && refused.getReason() == null;
        return named ? failure.getClass().getSimpleName() + " " + failure.getMessage() : "" + failure.getMessage();
    }
}
