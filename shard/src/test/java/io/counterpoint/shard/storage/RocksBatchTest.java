package io.counterpoint.shard.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

class RocksBatchTest {
    /** Lengths at which a varint grows by a byte. */
    private static final int[] LENGTHS = {0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152};

    static {
        RocksDB.loadLibrary();
    }

    @Test
    void libraryReadsWhatWasSerialized() throws RocksDBException {
        RocksBatch batch = new RocksBatch(new RowCache().newPart().newChanges());
        List<String> expected = new ArrayList<>();
        for (int length : LENGTHS) {
            byte[] key = filled(Math.min(length, 20_000), 'k');
            byte[] value = filled(length, 'v');
            batch.put(ColumnFamily.DOCUMENTS, key, value);
            expected.add(entry("put", 3, key, value));
            batch.delete(ColumnFamily.TRANSACTIONS, key);
            expected.add(entry("delete", 6, key, new byte[0]));
        }
        Recorder recorder = new Recorder();
        try (WriteBatch read = new WriteBatch(batch.serialized());
                recorder) {
            read.iterate(recorder);
            assertThat(read.count()).isEqualTo(batch.count()).isEqualTo(2 * LENGTHS.length);
        }
        assertThat(recorder.seen).isEqualTo(expected);
    }

    @Test
    void serializesAsTheLibraryItselfDoes() throws RocksDBException {
        RocksBatch batch = new RocksBatch(new RowCache().newPart().newChanges());
        byte[] serialized = batch.serialized();
        try (WriteBatch empty = new WriteBatch()) {
            assertThat(serialized).isEqualTo(empty.data());
        }
    }

    private static byte[] filled(int length, char fill) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) fill);
        return bytes;
    }

    private static String entry(String kind, int family, byte[] key, byte[] value) {
        return kind + " " + family + " " + key.length + ":" + Arrays.hashCode(key) + " " + value.length + ":"
                + Arrays.hashCode(value);
    }

    /** Notes puts and deletes; anything else fails the test. */
    private static final class Recorder extends WriteBatch.Handler {
        private final List<String> seen = new ArrayList<>();

        @Override
        public void put(int family, byte[] key, byte[] value) {
            seen.add(entry("put", family, key, value));
        }

        @Override
        public void delete(int family, byte[] key) {
            seen.add(entry("delete", family, key, new byte[0]));
        }

        @Override
        public void put(byte[] key, byte[] value) {
            throw new AssertionError("default family");
        }

        @Override
        public void merge(int family, byte[] key, byte[] value) {
            throw new AssertionError("merge");
        }

        @Override
        public void merge(byte[] key, byte[] value) {
            throw new AssertionError("merge");
        }

        @Override
        public void delete(byte[] key) {
            throw new AssertionError("default family");
        }

        @Override
        public void singleDelete(int family, byte[] key) {
            throw new AssertionError("single delete");
        }

        @Override
        public void singleDelete(byte[] key) {
            throw new AssertionError("single delete");
        }

        @Override
        public void deleteRange(int family, byte[] from, byte[] to) {
            throw new AssertionError("range");
        }

        @Override
        public void deleteRange(byte[] from, byte[] to) {
            throw new AssertionError("range");
        }

        @Override
        public void logData(byte[] blob) {
            throw new AssertionError("log data");
        }

        @Override
        public void putBlobIndex(int family, byte[] key, byte[] value) {
            throw new AssertionError("blob");
        }

        @Override
        public void markBeginPrepare() {
            throw new AssertionError("prepare");
        }

        @Override
        public void markEndPrepare(byte[] xid) {
            throw new AssertionError("prepare");
        }

        @Override
        public void markNoop(boolean emptyBatch) {
            throw new AssertionError("noop");
        }

        @Override
        public void markRollback(byte[] xid) {
            throw new AssertionError("rollback");
        }

        @Override
        public void markCommit(byte[] xid) {
            throw new AssertionError("commit");
        }

        @Override
        public void markCommitWithTimestamp(byte[] xid, byte[] timestamp) {
            throw new AssertionError("commit");
        }
    }
}
