package io.counterpoint.wire.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/**
 * The ways a message can be compressed. Any thread.
 *
 * <p>Source: driver specification "Wire Compression in Drivers".
 */
public enum Compressor {
    /** The bytes as they are: for tests of the framing. Never negotiated. */
    NOOP(0, "noop") {
        @Override
        byte[] compress(byte[] plain) {
            return plain;
        }

        @Override
        int decompress(byte[] source, int offset, int length, byte[] target, int targetOffset) {
            if (length != target.length - targetOffset) {
                return -1;
            }
            System.arraycopy(source, offset, target, targetOffset, length);
            return length;
        }
    },
    /** Snappy without frames. */
    SNAPPY(1, "snappy") {
        @Override
        byte[] compress(byte[] plain) throws IOException {
            return Snappy.compress(plain);
        }

        @Override
        int decompress(byte[] source, int offset, int length, byte[] target, int targetOffset) throws IOException {
            // The native code writes as much as the data announces: what it announces is compared with the room first.
            if (Snappy.uncompressedLength(source, offset, length) != target.length - targetOffset) {
                return -1;
            }
            return Snappy.uncompress(source, offset, length, target, targetOffset);
        }
    },
    /** Zlib with its header. */
    ZLIB(2, "zlib") {
        @Override
        byte[] compress(byte[] plain) {
            Deflater deflater = new Deflater();
            try {
                deflater.setInput(plain);
                deflater.finish();
                byte[] compressed = new byte[plain.length / 4 + 64];
                int length = 0;
                while (true) {
                    length += deflater.deflate(compressed, length, compressed.length - length);
                    if (deflater.finished()) {
                        return Arrays.copyOf(compressed, length);
                    }
                    compressed = Arrays.copyOf(compressed, compressed.length * 2);
                }
            } finally {
                deflater.end();
            }
        }

        @Override
        int decompress(byte[] source, int offset, int length, byte[] target, int targetOffset)
                throws DataFormatException {
            Inflater inflater = new Inflater();
            try {
                inflater.setInput(source, offset, length);
                int room = target.length - targetOffset;
                int done = inflater.inflate(target, targetOffset, room);
                // A zlib stream that has more than it announced is not finished when the room is used up.
                if (!inflater.finished() && inflater.inflate(new byte[1]) > 0) {
                    return -1;
                }
                return inflater.finished() ? done : -1;
            } finally {
                inflater.end();
            }
        }
    },
    /** Zstandard frames. */
    ZSTD(3, "zstd") {
        @Override
        byte[] compress(byte[] plain) {
            return Zstd.compress(plain);
        }

        @Override
        int decompress(byte[] source, int offset, int length, byte[] target, int targetOffset) {
            try {
                return (int) Zstd.decompressByteArray(
                        target, targetOffset, target.length - targetOffset, source, offset, length);
            } catch (ZstdException broken) {
                return -1;
            }
        }
    };

    private final int id;
    private final String protocolName;

    Compressor(int id, String protocolName) {
        this.id = id;
        this.protocolName = protocolName;
    }

    /** Number in OP_COMPRESSED. */
    int id() {
        return id;
    }

    /** Name in the handshake. */
    public String protocolName() {
        return protocolName;
    }

    static @Nullable Compressor byId(int id) {
        for (Compressor compressor : values()) {
            if (compressor.id == id) {
                return compressor;
            }
        }
        return null;
    }

    /**
     * Finds a compressor that a client may ask for.
     *
     * @return null for a name that is not known
     */
    public static @Nullable Compressor negotiable(String protocolName) {
        for (Compressor compressor : values()) {
            if (compressor != NOOP && compressor.protocolName.equals(protocolName)) {
                return compressor;
            }
        }
        return null;
    }

    /** The compressed form, in an array of exactly its size. */
    abstract byte[] compress(byte[] plain) throws IOException;

    /**
     * Decompresses to the end of the target, which has exactly the room the message announced.
     *
     * @return bytes written; any other number than the room is an error
     */
    abstract int decompress(byte[] source, int offset, int length, byte[] target, int targetOffset)
            throws IOException, DataFormatException;
}
