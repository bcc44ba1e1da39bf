package io.counterpoint.bson.raw;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Strings for the names of fields. Commands and documents repeat the same few names: one that was met lately costs no
 * new string, and its hash is computed already. Bounded: a name takes the place of another one. Any thread.
 */
final class FieldNames {
    private static final int SLOTS = 1024;
    private static final int LENGTH_MAX = 32;

    // Races are harmless: an entry is immutable, and a lost one is made again.
    private static final @Nullable Entry[] RECENT = new Entry[SLOTS];

    @SuppressWarnings("ArrayRecordComponent") // found by their bytes, never compared as records
    private record Entry(byte[] bytes, String name) {}

    private FieldNames() {}

    /** The string of some UTF-8 bytes. */
    static String of(byte[] bytes, int offset, int length) {
        if (length > LENGTH_MAX) {
            return new String(bytes, offset, length, StandardCharsets.UTF_8);
        }
        int hash = length;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        int slot = (hash ^ hash >>> 10) & SLOTS - 1;
        Entry recent = RECENT[slot];
        if (recent != null && Arrays.equals(recent.bytes, 0, recent.bytes.length, bytes, offset, offset + length)) {
            return recent.name;
        }
        byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
        Entry entry = new Entry(copy, new String(copy, StandardCharsets.UTF_8));
        RECENT[slot] = entry;
        return entry.name;
    }
}
