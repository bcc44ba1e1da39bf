package io.counterpoint.shard.storage;

import java.util.Arrays;

/** Arithmetic on keys as the store sorts them: by unsigned bytes, a prefix before what it begins. */
public final class KeyBytes {
    private KeyBytes() {}

    /** Negative, zero or positive as {@code a} sorts before, is, or sorts after {@code b}. */
    public static int compare(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b);
    }

    /** Writes 32 bits, highest byte first, so that non-negative numbers sort as bytes do. */
    public static void putInt(byte[] target, int offset, int value) {
        target[offset] = (byte) (value >>> 24);
        target[offset + 1] = (byte) (value >>> 16);
        target[offset + 2] = (byte) (value >>> 8);
        target[offset + 3] = (byte) value;
    }

    /** Writes 64 bits, highest byte first. */
    public static void putLong(byte[] target, int offset, long value) {
        putInt(target, offset, (int) (value >>> 32));
        putInt(target, offset + 4, (int) value);
    }

    /** Reads what {@link #putInt} wrote. */
    public static int getInt(byte[] source, int offset) {
        return (source[offset] & 0xFF) << 24
                | (source[offset + 1] & 0xFF) << 16
                | (source[offset + 2] & 0xFF) << 8
                | (source[offset + 3] & 0xFF);
    }

    /** Reads what {@link #putLong} wrote. */
    public static long getLong(byte[] source, int offset) {
        return (long) getInt(source, offset) << 32 | (getInt(source, offset + 4) & 0xFFFFFFFFL);
    }
}
