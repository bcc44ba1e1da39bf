package io.counterpoint.restore.source;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;

/**
 * A dump as a stream without compression, and how far it was read. One reader; the position can be asked by any thread.
 */
public final class DumpSource implements AutoCloseable {
    /** Stands for standard input. */
    public static final String STANDARD_INPUT = "-";

    private static final int BUFFER_BYTES = 1 << 18;
    private static final int FINGERPRINT_BYTES = 1 << 18;

    private final String name;
    private final Counted counted;
    private final BufferedInputStream content;
    private final OptionalLong sizeBytes;

    private DumpSource(String name, InputStream raw, OptionalLong sizeBytes) throws IOException {
        this.name = name;
        this.sizeBytes = sizeBytes;
        this.counted = new Counted(raw);
        this.content = new BufferedInputStream(decompressed(counted), FINGERPRINT_BYTES);
    }

    /** Opens a file. gzip and zstd are recognized by their first bytes, whatever the file is called. */
    public static DumpSource open(Path file) throws IOException {
        return new DumpSource(
                file.getFileName().toString(), Files.newInputStream(file), OptionalLong.of(Files.size(file)));
    }

    /** Reads what is piped in, compressed or not. */
    public static DumpSource of(String name, InputStream in) throws IOException {
        return new DumpSource(name, in, OptionalLong.empty());
    }

    private static InputStream decompressed(InputStream raw) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw, BUFFER_BYTES);
        in.mark(4);
        byte[] magic = in.readNBytes(4);
        in.reset();
        if (magic.length >= 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b) {
            return new GZIPInputStream(in, BUFFER_BYTES);
        }
        if (magic.length == 4
                && (magic[0] & 0xff) == 0x28
                && (magic[1] & 0xff) == 0xb5
                && magic[2] == 0x2f
                && (magic[3] & 0xff) == 0xfd) {
            return new ZstdInputStream(in).setContinuous(false);
        }
        return in;
    }

    /** The file's name without its folder. */
    public String name() {
        return name;
    }

    /** The dump itself. */
    public InputStream content() {
        return content;
    }

    /** How large the file is as stored, if it is one. */
    public OptionalLong sizeBytes() {
        return sizeBytes;
    }

    /** How many bytes were read of the file as stored. */
    public long readBytes() {
        return counted.count;
    }

    /** What tells this dump from others: a hash of its beginning and, for a file, its size. Before anything is read. */
    public String fingerprint() throws IOException {
        content.mark(FINGERPRINT_BYTES);
        byte[] head = content.readNBytes(FINGERPRINT_BYTES);
        content.reset();
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(head);
            return HexFormat.of().formatHex(digest.digest(), 0, 16) + "-" + sizeBytes.orElse(0);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    @Override
    public void close() throws IOException {
        content.close();
    }

    private static final class Counted extends FilterInputStream {
        private volatile long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            add(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = super.read(bytes, from, length);
            add(Math.max(read, 0));
            return read;
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread reads the stream, others only look
        private void add(int read) {
            count += read;
        }
    }
}
