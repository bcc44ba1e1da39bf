package io.counterpoint.query.memory;

import io.counterpoint.base.spill.SpillFile;
import io.counterpoint.base.spill.SpillSpace;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.bson.BsonDocument;

/** Documents one after another in a file. One thread at a time. */
final class DocumentFile implements AutoCloseable {
    private static final int WRITE_BUFFER_BYTES = 256 * 1024;
    private static final int READ_BUFFER_BYTES = 64 * 1024;
    private static final int LENGTH_BYTES = 4;

    private final SpillFile file;
    private final byte[] pending = new byte[WRITE_BUFFER_BYTES];
    private int pendingBytes;

    DocumentFile(SpillSpace space) {
        file = space.create();
    }

    /** Appends a document. */
    void append(BsonDocument document) {
        RawDocument raw = BsonBytes.raw(document);
        int length = raw.byteLength();
        if (pendingBytes + length > pending.length) {
            flush();
        }
        if (length > pending.length) {
            file.append(raw.array(), raw.offset(), length);
        } else {
            System.arraycopy(raw.array(), raw.offset(), pending, pendingBytes, length);
            pendingBytes += length;
        }
    }

    private void flush() {
        file.append(pending, 0, pendingBytes);
        pendingBytes = 0;
    }

    /** Where the next document will be, in bytes from the start. */
    long end() {
        return file.size() + pendingBytes;
    }

    /**
     * Reads the documents between two ends; what is appended later is not among them.
     *
     * @param from an {@link #end}
     * @param to a later one
     */
    Iterator<RawDocument> read(long from, long to) {
        if (pendingBytes > 0) {
            flush();
        }
        return new Reader(from, to);
    }

    @Override
    public void close() {
        file.close();
    }

    private final class Reader implements Iterator<RawDocument> {
        private final long to;
        private long position;
        private byte[] buffer = new byte[0];
        private int next;
        private int filled;

        Reader(long from, long to) {
            this.position = from;
            this.to = to;
        }

        @Override
        public boolean hasNext() {
            return next < filled || position < to;
        }

        @Override
        public RawDocument next() {
            if (!hasNext()) {
                throw new NoSuchElementException("no more documents");
            }
            demand(LENGTH_BYTES);
            int length = (buffer[next] & 0xFF)
                    | (buffer[next + 1] & 0xFF) << 8
                    | (buffer[next + 2] & 0xFF) << 16
                    | (buffer[next + 3] & 0xFF) << 24;
            demand(length);
            byte[] document = new byte[length];
            System.arraycopy(buffer, next, document, 0, length);
            next += length;
            return RawDocument.of(document);
        }

        /** Makes so many bytes available from {@link #next} on. */
        private void demand(int bytes) {
            if (filled - next >= bytes) {
                return;
            }
            int kept = filled - next;
            int room = (int) Math.min(Math.max(READ_BUFFER_BYTES, bytes), kept + (to - position));
            byte[] target = room <= buffer.length ? buffer : new byte[room];
            System.arraycopy(buffer, next, target, 0, kept);
            int wanted = (int) Math.min(target.length - kept, to - position);
            int read = file.read(position, target, kept, wanted);
            if (kept + read < bytes) {
                throw new IllegalStateException("a temporary file ends in the middle of a document");
            }
            buffer = target;
            next = 0;
            filled = kept + read;
            position += read;
        }
    }
}
