package io.counterpoint.testkit.fake;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.spill.SpillFile;
import io.counterpoint.base.spill.SpillSpace;
import java.util.Arrays;

/** Room for spilled bytes in memory, of which there can be too little. One thread. */
public final class MemorySpillSpace implements SpillSpace {
    private final long bytesMax;
    private long bytesHeld;
    private long bytesWritten;
    private int openCount;

    /**
     * An empty one.
     *
     * @param bytesMax what all files together may hold; more is answered as a full disk answers
     */
    public MemorySpillSpace(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Room without end. */
    public static MemorySpillSpace endless() {
        return new MemorySpillSpace(Long.MAX_VALUE);
    }

    /** How many files are open. */
    public int openCount() {
        return openCount;
    }

    /** How many bytes were written so far, also to files that are gone. */
    public long bytesWritten() {
        return bytesWritten;
    }

    @Override
    public SpillFile create() {
        openCount++;
        return new MemoryFile();
    }

    private final class MemoryFile implements SpillFile {
        private byte[] content = new byte[64];
        private int size;
        private boolean closed;

        @Override
        public void append(byte[] bytes, int offset, int length) {
            requireOpen();
            if (bytesHeld + length > bytesMax) {
                throw new CommandException(ErrorCode.OUT_OF_DISK_SPACE, "Failed to spill to disk: the disk is full");
            }
            bytesHeld += length;
            bytesWritten += length;
            if (size + length > content.length) {
                content = Arrays.copyOf(content, Math.max(2 * content.length, size + length));
            }
            System.arraycopy(bytes, offset, content, size, length);
            size += length;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public int read(long position, byte[] target, int offset, int length) {
            requireOpen();
            int count = (int) Math.max(0, Math.min(length, size - position));
            System.arraycopy(content, (int) position, target, offset, count);
            return count;
        }

        private void requireOpen() {
            if (closed) {
                throw new IllegalStateException("the file is closed");
            }
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                openCount--;
                bytesHeld -= size;
            }
        }
    }
}
