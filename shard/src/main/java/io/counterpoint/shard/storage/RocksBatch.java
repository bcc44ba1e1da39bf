package io.counterpoint.shard.storage;

import java.util.Arrays;

/*
 * Written directly in RocksDB's own form of a batch, so that a whole batch crosses into native code once instead of once per change. Building one costs 0.04 to 0.13
 * microseconds a put this way, 0.34 to 0.62 with a native call for each (batches of 3 and 3,000 small puts, JDK 17, two busy cores); writing it costs the same after
 * that, about 1 microsecond a put. The form (write_batch.cc):
 *
 *   8 bytes  sequence number, set by the database
 *   4 bytes  number of records, little-endian
 *   records: 0x05 varint32(family) varstring(key) varstring(value)   put
 *            0x04 varint32(family) varstring(key)                    delete
 *
 * where a varstring is a varint32 length and that many bytes. RocksBatchTest reads batches back through the library, so a changed form is noticed.
 */
final class RocksBatch implements StoreBatch {
    private static final int HEADER_BYTES = 12;
    private static final int COUNT_OFFSET = 8;
    private static final byte PUT = 0x05;
    private static final byte DELETE = 0x04;

    /** Kind, family and two lengths: the most that a record holds beside key and value. */
    private static final int RECORD_OVERHEAD_BYTES_MAX = 1 + 5 + 5 + 5;

    private final RowCache.Changes changes;
    private byte[] bytes = new byte[256];
    private int length = HEADER_BYTES;
    private int count;

    /** An empty batch that tells the cache of the keys it changes. */
    RocksBatch(RowCache.Changes changes) {
        this.changes = changes;
    }

    @Override
    public void put(ColumnFamily family, byte[] key, byte[] value) {
        reserve(key.length + value.length);
        bytes[length++] = PUT;
        appendVarint(family.number());
        appendString(key);
        appendString(value);
        changes.add(family, key, value);
        count++;
    }

    @Override
    public void delete(ColumnFamily family, byte[] key) {
        reserve(key.length);
        bytes[length++] = DELETE;
        appendVarint(family.number());
        appendString(key);
        changes.add(family, key, null);
        count++;
    }

    @Override
    public int count() {
        return count;
    }

    RowCache.Changes changes() {
        return changes;
    }

    /** The batch as RocksDB writes it to its log. */
    byte[] serialized() {
        bytes[COUNT_OFFSET] = (byte) count;
        bytes[COUNT_OFFSET + 1] = (byte) (count >>> 8);
        bytes[COUNT_OFFSET + 2] = (byte) (count >>> 16);
        bytes[COUNT_OFFSET + 3] = (byte) (count >>> 24);
        return bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
    }

    private void reserve(int payloadBytes) {
        int needed = Math.addExact(length, Math.addExact(payloadBytes, RECORD_OVERHEAD_BYTES_MAX));
        if (needed > bytes.length) {
            long doubled = Math.min(2L * bytes.length, Integer.MAX_VALUE - 8);
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, doubled));
        }
    }

    private void appendString(byte[] string) {
        appendVarint(string.length);
        System.arraycopy(string, 0, bytes, length, string.length);
        length += string.length;
    }

    private void appendVarint(int value) {
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            bytes[length++] = (byte) ((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }
}
