package io.counterpoint.base.spill;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A folder for {@link SpillFile}s, which belongs to one process. Nothing in it outlives a command: files are removed
 * when they are closed, and what a process left that was killed goes at the next start. Any thread.
 */
public final class SpillFolder implements SpillSpace, AutoCloseable {
    private static final String SUFFIX = ".spill";

    private final Path folder;
    private final AtomicLong lastNumber = new AtomicLong();
    private final AtomicInteger openCount = new AtomicInteger();

    private SpillFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Takes a folder and removes what an earlier process left in it.
     *
     * @param folder made, with its parents, if it is not there
     * @throws IOException when the disk refuses
     */
    public static SpillFolder open(Path folder) throws IOException {
        Files.createDirectories(folder);
        removeFiles(folder);
        return new SpillFolder(folder);
    }

    private static void removeFiles(Path folder) throws IOException {
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path leftover : leftovers) {
                Files.deleteIfExists(leftover);
            }
        }
    }

    @Override
    public SpillFile create() {
        Path path = folder.resolve(lastNumber.incrementAndGet() + SUFFIX);
        try {
            // Most systems take the name away at once, so that not even a crash leaves anything.
            FileChannel channel = FileChannel.open(
                    path,
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE);
            openCount.incrementAndGet();
            return new ChannelFile(channel);
        } catch (IOException failure) {
            throw refusal(failure);
        }
    }

    /** How many files are open. */
    public int openCount() {
        return openCount.get();
    }

    /** Removes the folder unless there is something else in it. Never fails. */
    @Override
    public void close() {
        try {
            removeFiles(folder);
            Files.deleteIfExists(folder);
        } catch (IOException ignored) {
            // The next start removes the files; an empty folder that stays harms nobody.
        }
    }

    /** What a client is told when the disk does not do its part. */
    static CommandException refusal(IOException failure) {
        String reason = failure instanceof NoSuchFileException
                ? "the folder for temporary files is gone"
                : String.valueOf(failure.getMessage());
        String lowered = reason.toLowerCase(Locale.ROOT);
        boolean full = lowered.contains("no space left") || lowered.contains("quota exceeded");
        return new CommandException(
                full ? ErrorCode.OUT_OF_DISK_SPACE : ErrorCode.OPERATION_FAILED,
                "Failed to spill to disk :: caused by :: " + reason);
    }

    private final class ChannelFile implements SpillFile {
        private final FileChannel channel;
        private long size;

        ChannelFile(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public void append(byte[] bytes, int offset, int length) {
            ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
            try {
                long position = size;
                while (rest.hasRemaining()) {
                    position += channel.write(rest, position);
                }
                size = position;
            } catch (IOException failure) {
                throw refusal(failure);
            }
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public int read(long position, byte[] target, int offset, int length) {
            ByteBuffer room = ByteBuffer.wrap(target, offset, length);
            try {
                while (room.hasRemaining() && channel.read(room, position + room.position() - offset) >= 0) {
                    // A read may give less than it was asked for.
                }
                return room.position() - offset;
            } catch (IOException failure) {
                throw refusal(failure);
            }
        }

        @Override
        public void close() {
            if (!channel.isOpen()) {
                return;
            }
            openCount.decrementAndGet();
            try {
                channel.close();
            } catch (IOException ignored) {
                // The next start removes what is left.
            }
        }
    }
}
