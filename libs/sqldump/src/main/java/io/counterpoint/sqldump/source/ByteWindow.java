package io.counterpoint.sqldump.source;

import io.counterpoint.sqldump.DumpException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * A window that moves over a stream: everything from the first byte not consumed yet to the last byte read. Indices
 * given and taken are counted from the first byte not consumed, so they stay valid while more is read. One thread.
 */
public final class ByteWindow {
    private static final int INITIAL_BYTES = 1 << 20;

    /**
     * A document ends at 16 MiB; a blob written in hexadecimal takes twice that, and some room for what surrounds it.
     */
    private static final int SIZE_BYTES_MAX = 40 << 20;

    private final InputStream in;
    private byte[] bytes;
    private int start;
    private int limit;
    private boolean ended;
    private long line = 1;
    private long offset;

    /** A window over a stream, which the caller closes. */
    public ByteWindow(InputStream in) {
        this.in = in;
        this.bytes = new byte[INITIAL_BYTES];
    }

    /** A window over bytes that are all there. */
    public ByteWindow(byte[] bytes, int from, int to, long line) {
        this.in = InputStream.nullInputStream();
        this.bytes = bytes;
        this.start = from;
        this.limit = to;
        this.ended = true;
        this.line = line;
    }

    /** The array behind the window; another one after {@link #fill}. */
    public byte[] array() {
        return bytes;
    }

    /** Where index 0 lies in {@link #array}; elsewhere after {@link #fill}. */
    public int base() {
        return start;
    }

    /** How many bytes can be looked at without reading. */
    public int available() {
        return limit - start;
    }

    /** The byte at an index, or -1 when the stream ends before it. Reads as needed. */
    public int at(int index) {
        while (index >= limit - start) {
            if (!fill()) {
                return -1;
            }
        }
        return bytes[start + index] & 0xff;
    }

    /**
     * Reads some more behind what is there.
     *
     * @return whether there was more
     * @throws DumpException when one statement or row is larger than a window may be
     */
    public boolean fill() {
        if (ended) {
            return false;
        }
        if (limit == bytes.length) {
            makeRoom();
        }
        try {
            int count = in.read(bytes, limit, bytes.length - limit);
            if (count < 0) {
                ended = true;
                return false;
            }
            limit += count;
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void makeRoom() {
        int size = limit - start;
        if (size > bytes.length / 2) {
            if (bytes.length >= SIZE_BYTES_MAX) {
                throw new DumpException(
                        line, "a row or statement that starts here is larger than " + (SIZE_BYTES_MAX >> 20) + " MiB");
            }
            bytes = Arrays.copyOfRange(bytes, start, start + Math.min(2 * bytes.length, SIZE_BYTES_MAX));
        } else {
            System.arraycopy(bytes, start, bytes, 0, size);
        }
        start = 0;
        limit = size;
    }

    /** Leaves the first {@code count} bytes behind. */
    public void consume(int count) {
        int newlines = 0;
        for (int i = start; i < start + count; i++) {
            newlines += bytes[i] == '\n' ? 1 : 0;
        }
        consume(count, newlines);
    }

    /** Leaves bytes behind whose line ends were counted already. */
    public void consume(int count, int newlines) {
        line += newlines;
        start += count;
        offset += count;
    }

    /** The line of index 0, counted from 1. */
    public long line() {
        return line;
    }

    /** How many bytes were consumed. */
    public long offset() {
        return offset;
    }

    /** The line of an index. */
    public long lineOf(int index) {
        long result = line;
        for (int i = start; i < start + index; i++) {
            result += bytes[i] == '\n' ? 1 : 0;
        }
        return result;
    }

    /** The next bytes as ASCII, at most so many; fewer only when the stream ends. */
    public String ahead(int most) {
        while (available() < most && fill()) {}

        return ByteText.ascii(bytes, start, start + Math.min(most, available()));
    }

    /** A copy of the bytes between two indices. */
    public byte[] copy(int from, int to) {
        return Arrays.copyOfRange(bytes, start + from, start + to);
    }
}
