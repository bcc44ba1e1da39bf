package io.counterpoint.sqldump.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/** The stream of a dump without a byte order mark; UTF-16, which SQL Server's tools write, comes out as UTF-8. */
public final class TextStream {
    private static final int MARK_BYTES = 3;

    private TextStream() {}

    /** Looks at the first bytes and returns a stream whose bytes are ASCII-compatible. */
    public static InputStream of(InputStream raw) throws IOException {
        PushbackInputStream in = new PushbackInputStream(raw, MARK_BYTES);
        byte[] mark = new byte[MARK_BYTES];
        int count = in.readNBytes(mark, 0, MARK_BYTES);
        if (count >= 2 && (mark[0] & 0xff) == 0xff && (mark[1] & 0xff) == 0xfe) {
            in.unread(mark, 2, count - 2);
            return new Recoded(in, StandardCharsets.UTF_16LE);
        }
        if (count >= 2 && (mark[0] & 0xff) == 0xfe && (mark[1] & 0xff) == 0xff) {
            in.unread(mark, 2, count - 2);
            return new Recoded(in, StandardCharsets.UTF_16BE);
        }
        boolean utf8 = count == 3 && (mark[0] & 0xff) == 0xef && (mark[1] & 0xff) == 0xbb && (mark[2] & 0xff) == 0xbf;
        if (!utf8) {
            in.unread(mark, 0, count);
        }
        return in;
    }

    /** Characters of one encoding as bytes of UTF-8. */
    private static final class Recoded extends InputStream {
        private static final int CHARS = 1 << 16;

        private final Reader reader;
        private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        private final CharBuffer chars = CharBuffer.allocate(CHARS).flip();
        private final ByteBuffer bytes = ByteBuffer.allocate(4 * CHARS).flip();
        private boolean ended;

        Recoded(InputStream in, Charset charset) {
            reader = new InputStreamReader(in, charset.newDecoder());
        }

        @Override
        public int read() throws IOException {
            return prepare() ? bytes.get() & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!prepare()) {
                return -1;
            }
            int count = Math.min(length, bytes.remaining());
            bytes.get(target, from, count);
            return count;
        }

        private boolean prepare() throws IOException {
            while (!bytes.hasRemaining()) {
                if (ended) {
                    return false;
                }
                chars.compact();
                ended = reader.read(chars) < 0;
                chars.flip();
                bytes.clear();
                encoder.encode(chars, bytes, ended);
                bytes.flip();
            }
            return true;
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
