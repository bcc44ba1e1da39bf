package io.counterpoint.cli.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.counterpoint.cli.failure.StartupException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of backups.
 *
 * <pre>
 * manifests/TIME-SHA256.json   one for each complete backup; the name tells the checksum of the file itself
 * objects/AB/SHA256            contents of files, each kept once however many backups have it
 * incoming/                    what is being written; renamed when it is whole and on the disk
 * backup.lock                  held by the process that writes
 * </pre>
 *
 * <p>Nothing that a manifest names is ever changed, so what was complete stays readable whatever happens to a later
 * backup. Objects may be added by several threads.
 */
final class BackupFolder implements AutoCloseable {
    private static final String MANIFESTS = "manifests";
    private static final String OBJECTS = "objects";
    private static final String INCOMING = "incoming";
    private static final String LOCK_FILE = "backup.lock";
    private static final String JSON = ".json";
    private static final int SHA256_DIGITS = 64;
    private static final int BUFFER_BYTES = 1 << 20;

    private final Path folder;
    private final @Nullable FileChannel lockChannel;
    private final ObjectMapper json = new ObjectMapper();

    private BackupFolder(Path folder, @Nullable FileChannel lockChannel) {
        this.folder = folder;
        this.lockChannel = lockChannel;
    }

    /** Whether a path is a folder with at least one complete backup. */
    static boolean isBackup(Path path) {
        return Files.isDirectory(path.resolve(MANIFESTS));
    }

    /** Opens a folder to read from. */
    static BackupFolder toRead(Path folder) {
        return new BackupFolder(folder, null);
    }

    /**
     * Takes a folder to write to, makes it if it is not there, and removes what an interrupted backup left.
     *
     * @throws StartupException when another process writes to it, it holds something else, or the disk refuses
     */
    static BackupFolder toWrite(Path folder) {
        try {
            if (Files.isDirectory(folder) && !isOurs(folder)) {
                throw new StartupException("The folder " + folder
                        + " (--out) holds something else: name an empty one, or one of backups.");
            }
            Files.createDirectories(folder);
            FileChannel channel =
                    FileChannel.open(folder.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!tryLock(channel)) {
                channel.close();
                throw new StartupException("Another backup is writing to " + folder + ".");
            }
            BackupFolder backups = new BackupFolder(folder, channel);
            deleteFiles(folder.resolve(INCOMING));
            for (String part : List.of(MANIFESTS, OBJECTS, INCOMING)) {
                Files.createDirectories(folder.resolve(part));
            }
            return backups;
        } catch (IOException e) {
            throw trouble("The folder " + folder + " (--out) cannot be written", e);
        }
    }

    private static boolean isOurs(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return Files.exists(folder.resolve(LOCK_FILE)) || entries.findAny().isEmpty();
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    /** What went wrong, in words that name the file. */
    static StartupException trouble(String what, IOException failure) {
        boolean named = failure instanceof FileSystemException refused && refused.getReason() == null;
        return new StartupException(
                what + ": " + (named ? failure.getClass().getSimpleName() + " " : "") + failure.getMessage(), failure);
    }

    /** Complete backups, the oldest first. */
    List<Path> manifests() {
        Path manifests = folder.resolve(MANIFESTS);
        if (!Files.isDirectory(manifests)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(manifests)) {
            return entries.filter(path -> path.getFileName().toString().endsWith(JSON))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw trouble("The folder " + manifests + " cannot be read", e);
        }
    }

    /** The newest complete backup. */
    Optional<Path> newest() {
        List<Path> all = manifests();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    /**
     * Reads a manifest.
     *
     * @throws StartupException when it does not have the checksum that its name tells, or a newer program wrote it
     */
    Manifest read(Path manifest) {
        try {
            byte[] bytes = Files.readAllBytes(manifest);
            String name = manifest.getFileName().toString();
            String sum = HexFormat.of().formatHex(sha256().digest(bytes));
            if (!name.endsWith("-" + sum + JSON)) {
                throw new StartupException(manifest + " is damaged: its checksum is " + sum
                        + ", its name tells another. Restore an older backup with --manifest.");
            }
            int format = json.readTree(bytes).path("format").asInt();
            if (format > Manifest.FORMAT) {
                throw new StartupException(manifest + " has format " + format + ", this program reads up to "
                        + Manifest.FORMAT + ": use the newer program that wrote it.");
            }
            return json.readValue(bytes, Manifest.class);
        } catch (IOException e) {
            throw trouble(manifest + " cannot be read", e);
        }
    }

    /**
     * Makes a backup complete.
     *
     * @param stamp when it was taken, so that names sort by time
     */
    Path write(Manifest manifest, String stamp) {
        try {
            byte[] bytes = json.writerWithDefaultPrettyPrinter().writeValueAsBytes(manifest);
            String name = stamp + "-" + HexFormat.of().formatHex(sha256().digest(bytes)) + JSON;
            Path part = folder.resolve(INCOMING).resolve(name);
            Path target = folder.resolve(MANIFESTS).resolve(name);
            try (FileChannel channel = create(part);
                    OutputStream out = Channels.newOutputStream(channel)) {
                out.write(bytes);
                channel.force(true);
            }
            force(folder.resolve(OBJECTS));
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            force(folder.resolve(MANIFESTS));
            return target;
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a manifest is plain data", impossible);
        } catch (IOException e) {
            throw trouble("The manifest in " + folder + " cannot be written", e);
        }
    }

    /** Where the contents with that checksum are. */
    Path object(String sha256) {
        if (sha256.length() != SHA256_DIGITS || !HexFormat.isHexDigit(sha256.charAt(0)) || sha256.contains("/")) {
            throw new StartupException("'" + sha256 + "' is no SHA-256 checksum.");
        }
        return folder.resolve(OBJECTS).resolve(sha256.substring(0, 2)).resolve(sha256);
    }

    /** Whether contents are there, in full length. */
    boolean has(String sha256, long bytes) {
        Path object = object(sha256);
        try {
            return Files.exists(object) && Files.size(object) == bytes;
        } catch (IOException e) {
            throw trouble(object + " cannot be read", e);
        }
    }

    /** Contents that are on their way into the folder. */
    final class Incoming implements AutoCloseable {
        private final Path part;
        private final FileChannel channel;
        private final OutputStream out;
        private final MessageDigest digest = sha256();
        private long written;

        private Incoming(Path part) throws IOException {
            this.part = part;
            channel = create(part);
            out = Channels.newOutputStream(channel);
        }

        /** Appends a piece. */
        void write(byte[] piece) {
            try {
                out.write(piece);
            } catch (IOException e) {
                throw trouble(part + " cannot be written", e);
            }
            digest.update(piece);
            written += piece.length;
        }

        /** Bytes until now. */
        long written() {
            return written;
        }

        /** Makes it an object and returns its checksum. */
        String keep() {
            String sum = HexFormat.of().formatHex(digest.digest());
            Path target = object(sum);
            Path parent = Objects.requireNonNull(target.getParent(), "objects lie in folders");
            try {
                channel.force(true);
                channel.close();
                Files.createDirectories(parent);
                Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
                force(parent);
            } catch (IOException e) {
                throw trouble(target + " cannot be written", e);
            }
            return sum;
        }

        /** Removes what was not kept. */
        @Override
        public void close() {
            try {
                channel.close();
                Files.deleteIfExists(part);
            } catch (IOException e) {
                throw trouble(part + " cannot be removed", e);
            }
        }
    }

    /**
     * Begins a new object.
     *
     * @param name of no other one under way
     */
    Incoming incoming(String name) {
        Path part = folder.resolve(INCOMING).resolve(name);
        try {
            return new Incoming(part);
        } catch (IOException e) {
            throw trouble(part + " cannot be written", e);
        }
    }

    /**
     * Copies contents out of the folder and onto the disk, and compares them with their checksum on the way.
     *
     * @throws StartupException when they are damaged or gone, or the disk refuses
     */
    void copy(Manifest.FilePart file, Path target) {
        Path object = object(file.sha256());
        MessageDigest digest = sha256();
        long bytes = 0;
        try (var in = Files.newInputStream(object);
                FileChannel channel = create(target);
                OutputStream out = Channels.newOutputStream(channel)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
                out.write(buffer, 0, read);
                bytes += read;
            }
            channel.force(true);
        } catch (IOException e) {
            throw trouble("Copying " + object + " to " + target + " failed", e);
        }
        String sum = HexFormat.of().formatHex(digest.digest());
        if (bytes != file.bytes() || !sum.equals(file.sha256())) {
            throw new StartupException(object + " (" + file.path() + ") is damaged: it has " + bytes + " bytes and the"
                    + " checksum " + sum + ", not " + file.bytes() + " bytes.");
        }
    }

    /**
     * Removes old backups, and contents that no backup has any more.
     *
     * @param keep how many of the newest stay; 0 for all
     * @return how many backups were removed
     */
    int prune(int keep) {
        List<Path> all = manifests();
        int removed = keep == 0 ? 0 : Math.max(0, all.size() - keep);
        Set<String> needed = new HashSet<>();
        for (Path manifest : all.subList(removed, all.size())) {
            read(manifest).shards().forEach(shard -> shard.files().forEach(file -> needed.add(file.sha256())));
        }
        try {
            for (Path manifest : all.subList(0, removed)) {
                Files.delete(manifest);
            }
            force(folder.resolve(MANIFESTS));
            for (Path object : files(folder.resolve(OBJECTS))) {
                if (!needed.contains(object.getFileName().toString())) {
                    Files.delete(object);
                }
            }
        } catch (IOException e) {
            throw trouble("Old backups in " + folder + " cannot be removed", e);
        }
        return removed;
    }

    private static List<Path> files(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(root)) {
            return new ArrayList<>(walk.filter(Files::isRegularFile).toList());
        }
    }

    private static void deleteFiles(Path root) throws IOException {
        for (Path file : files(root)) {
            Files.delete(file);
        }
    }

    private static FileChannel create(Path path) throws IOException {
        return FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    @Override
    public void close() {
        FileChannel channel = lockChannel;
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw trouble("The lock of " + folder + " cannot be released", e);
            }
        }
    }
}
