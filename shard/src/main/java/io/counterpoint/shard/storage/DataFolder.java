package io.counterpoint.shard.storage;

import io.counterpoint.base.random.RandomSource;
import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The folder in which one shard keeps all it has, held by one process at a time. Inside: {@code shard.lock}, held while
 * the folder is open; {@code shard.properties} with the format's version, the shard's name and its identity;
 * {@code store/}, the database; {@code spill/}, what running commands cannot hold in memory; {@code checkpoints/},
 * copies.
 */
public final class DataFolder implements AutoCloseable {
    /** The version of what is written today: of keys and values, not of RocksDB's files. */
    public static final int FORMAT_VERSION = 2;

    private static final String LOCK_FILE = "shard.lock";
    private static final String PROPERTIES_FILE = "shard.properties";
    private static final String STORE_FOLDER = "store";
    private static final String SPILL_FOLDER = "spill";
    private static final String CHECKPOINTS_FOLDER = "checkpoints";

    private final Path folder;
    private final FileChannel lockChannel;
    private final FileLock lock;
    private final String shardName;
    private final UUID identity;

    private DataFolder(Path folder, FileChannel lockChannel, FileLock lock, String shardName, UUID identity) {
        this.folder = folder;
        this.lockChannel = lockChannel;
        this.lock = lock;
        this.shardName = shardName;
        this.identity = identity;
    }

    /**
     * Takes a folder for this process, and makes it a shard's folder if it is new.
     *
     * <p>A folder of an older format is marked with the present one.
     *
     * @param folder created with its parents if it is not there
     * @param shardName the shard that is about to run; a folder of another shard is refused
     * @param random gives a new folder its identity
     * @throws DataFolderException when another process has it, when it belongs to another shard, when a newer version
     *     wrote it, or when the disk refuses
     */
    public static DataFolder open(Path folder, String shardName, RandomSource random) {
        FileChannel channel = null;
        try {
            Files.createDirectories(folder);
            channel = FileChannel.open(folder.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                throw new DataFolderException(
                        "data folder " + folder + " is in use by another process; stop it or choose another folder",
                        null);
            }
            Path properties = folder.resolve(PROPERTIES_FILE);
            if (!Files.exists(properties)) {
                create(folder, shardName, random.nextUuid());
            }
            Stamp stamp = check(folder, properties, shardName);
            if (stamp.format < FORMAT_VERSION) {
                // Before anything is written that an older program would misread. What an older format lacks in the
                // store
                // is completed by whoever opens that.
                write(folder, shardName, stamp.identity);
            }
            FileChannel held = channel;
            channel = null;
            return new DataFolder(folder, held, lock, shardName, stamp.identity);
        } catch (IOException failure) {
            throw new DataFolderException(
                    "data folder " + folder + " cannot be used: " + failure.getMessage(), failure);
        } finally {
            closeQuietly(channel);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    private static void create(Path folder, String shardName, UUID identity) throws IOException {
        if (Files.exists(folder.resolve(STORE_FOLDER))) {
            throw new DataFolderException(
                    "data folder " + folder + " has a database but no " + PROPERTIES_FILE
                            + "; restore the file or choose another folder",
                    null);
        }
        write(folder, shardName, identity);
    }

    private static void write(Path folder, String shardName, UUID identity) throws IOException {
        String text = "# A Counterpoint shard. Do not edit.\n"
                + "format=" + FORMAT_VERSION + "\n"
                + "shard=" + shardName + "\n"
                + "identity=" + identity + "\n";
        Path fresh = folder.resolve(PROPERTIES_FILE + ".new");
        try (FileChannel file = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            file.force(true);
        }
        Files.move(fresh, folder.resolve(PROPERTIES_FILE), StandardCopyOption.ATOMIC_MOVE);
        // The rename itself must outlive a loss of power too.
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    /** What the properties say of a folder. */
    private record Stamp(int format, UUID identity) {}

    private static Stamp check(Path folder, Path file, String shardName) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        int version;
        UUID identity;
        try {
            version = Integer.parseInt(properties.getProperty("format", ""));
            if (version > FORMAT_VERSION) {
                throw new DataFolderException(
                        "data folder " + folder + " has format version " + version
                                + ", this program reads up to version " + FORMAT_VERSION
                                + "; use the newer program that wrote it",
                        null);
            }
            identity = UUID.fromString(properties.getProperty("identity", ""));
        } catch (IllegalArgumentException broken) {
            throw new DataFolderException(file + " is damaged; restore it from a backup", broken);
        }
        String owner = properties.getProperty("shard", "");
        if (!owner.equals(shardName)) {
            throw new DataFolderException(
                    "data folder " + folder + " belongs to shard '" + owner + "', not to '" + shardName + "'", null);
        }
        return new Stamp(version, identity);
    }

    private static void closeQuietly(@Nullable FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException ignored) {
                // The refusal that led here says more.
            }
        }
    }

    /** Where the database is. */
    public Path storeFolder() {
        return folder.resolve(STORE_FOLDER);
    }

    /** Where files are that live no longer than a command. */
    public Path spillFolder() {
        return folder.resolve(SPILL_FOLDER);
    }

    /** The checkpoints of the database, each a data folder of its own. */
    public CheckpointFolder checkpoints() {
        return new CheckpointFolder(folder.resolve(CHECKPOINTS_FOLDER), folder.resolve(PROPERTIES_FILE));
    }

    /** The shard this folder belongs to. */
    public String shardName() {
        return shardName;
    }

    /** Given to the folder when it was made; a copy of the folder has the same. */
    public UUID identity() {
        return identity;
    }

    /** Lets other processes have the folder. Close the store first. */
    @Override
    public void close() {
        try {
            lock.release();
        } catch (IOException ignored) {
            // Closing the channel releases the lock as well.
        }
        closeQuietly(lockChannel);
    }
}
