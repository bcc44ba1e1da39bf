package io.counterpoint.bson.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * A growing key: prefixes, encoded values and whatever else follows. Can be cut back and used again, which is how an
 * index scan or a batch of writes avoids garbage. Not thread-safe.
 */
public final class KeyBuffer {
    private static final int INITIAL_CAPACITY = 64;

    private byte[] bytes;
    private int length;

    /** An empty buffer. */
    public KeyBuffer() {
        bytes = new byte[INITIAL_CAPACITY];
    }

    /** Bytes in the buffer. */
    public int length() {
        return length;
    }

    /** The array behind the buffer, of which the first {@link #length} bytes count; valid until the next change. */
    public byte[] array() {
        return bytes;
    }

    /** A copy of the key. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    /** Cuts the key back to its first bytes. */
    public KeyBuffer truncate(int newLength) {
        if (newLength < 0 || newLength > length) {
            throw new IndexOutOfBoundsException(newLength);
        }
        length = newLength;
        return this;
    }

    /** Empties the buffer. */
    public KeyBuffer clear() {
        length = 0;
        return this;
    }

    /** Appends the low byte of a number. */
    public KeyBuffer appendByte(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
        return this;
    }

    /** Appends bytes as they are. */
    public KeyBuffer appendBytes(byte[] source) {
        return appendBytes(source, 0, source.length);
    }

    /** Appends a range of bytes as they are. */
    public KeyBuffer appendBytes(byte[] source, int from, int count) {
        reserve(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
        return this;
    }

    /** Appends four bytes, highest first: non-negative numbers sort as they are. */
    public KeyBuffer appendInt32BigEndian(int value) {
        reserve(4);
        bytes[length] = (byte) (value >>> 24);
        bytes[length + 1] = (byte) (value >>> 16);
        bytes[length + 2] = (byte) (value >>> 8);
        bytes[length + 3] = (byte) value;
        length += 4;
        return this;
    }

    /** Appends eight bytes, highest first: non-negative numbers sort as they are. */
    public KeyBuffer appendInt64BigEndian(long value) {
        reserve(8);
        for (int i = 0; i < 8; i++) {
            bytes[length + i] = (byte) (value >>> (56 - 8 * i));
        }
        length += 8;
        return this;
    }

    /** Appends an encoded value, ascending. */
    public KeyBuffer appendValue(BsonValue value) {
        KeyEncoding.append(this, value);
        return this;
    }

    /** Appends an encoded value; descending ones sort the other way round. */
    public KeyBuffer appendValue(BsonValue value, boolean descending) {
        int start = length;
        KeyEncoding.append(this, value);
        if (descending) {
            complement(start);
        }
        return this;
    }

    /**
     * Appends the least bytes with which a value of the given type, or of one that compares with it by value, can
     * start: the inclusive lower bound of a scan over all numbers, all strings, …
     */
    public KeyBuffer appendTypeStart(BsonType type, boolean descending) {
        return appendByte(descending ? ~KeyTag.greatest(type) : KeyTag.least(type));
    }

    /** Appends the least bytes above all values of a type: the exclusive upper bound; see {@link #appendTypeStart}. */
    public KeyBuffer appendTypeEnd(BsonType type, boolean descending) {
        return appendByte((descending ? ~KeyTag.least(type) : KeyTag.greatest(type)) + 1);
    }

    /** Appends a text in UTF-8 with its end marked, so that a shorter one sorts first. */
    KeyBuffer appendText(String text) {
        int count = text.length();
        int start = length;
        reserve(count + 1);
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || c <= 1) {
                length = start;
                return appendEncodedText(text);
            }
            bytes[length++] = (byte) c;
        }
        bytes[length++] = KeyTag.END;
        return this;
    }

    private KeyBuffer appendEncodedText(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        reserve(2 * encoded.length + 1);
        for (byte b : encoded) {
            if (b == 0 || b == 1) {
                // 0 marks the end. 0 becomes (1, 1) and 1 becomes (1, 2): still in order, and never 0.
                bytes[length++] = 1;
                bytes[length++] = (byte) (b + 1);
            } else {
                bytes[length++] = b;
            }
        }
        bytes[length++] = KeyTag.END;
        return this;
    }

    /** Turns every byte from a position on into its complement, which turns the order around. */
    void complement(int from) {
        for (int i = from; i < length; i++) {
            bytes[i] = (byte) ~bytes[i];
        }
    }

    private void reserve(int count) {
        if (count > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, count), 2 * bytes.length));
        }
    }
}
