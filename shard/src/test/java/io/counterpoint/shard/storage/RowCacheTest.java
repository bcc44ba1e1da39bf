package io.counterpoint.shard.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a cached row is never older than what was written before the read began. Method: the parts by themselves with
 * chosen interleavings, then a store with one writer and several readers that note what was written last before each
 * read.
 */
class RowCacheTest {
    private static final ColumnFamily FAMILY = ColumnFamily.DOCUMENTS;
    private static final byte[] KEY = {1, 2, 3};

    private final RowCache cache = new RowCache();
    private final RowCache.Part part = cache.newPart();
    private final int hash = part.hash(FAMILY, KEY);

    @TempDir
    Path folder;

    @Test
    void keepsWhatWasRead() {
        part.fill(FAMILY, KEY, hash, bytes(7), part.ticket(hash));
        assertThat(get(part, FAMILY, KEY)).isEqualTo(bytes(7));
        assertThat(get(part, ColumnFamily.INDEXES, KEY)).isNull();
        assertThat(get(cache.newPart(), FAMILY, KEY)).isNull();
    }

    @Test
    void keepsNothingLarge() {
        part.fill(FAMILY, KEY, hash, new byte[1025], part.ticket(hash));
        assertThat(get(part, FAMILY, KEY)).isNull();
        part.fill(FAMILY, KEY, hash, new byte[1024], part.ticket(hash));
        assertThat(get(part, FAMILY, KEY)).isNotNull();
    }

    @Test
    void takesNothingInThatWasReadBeforeAWrite() {
        int ticket = part.ticket(hash);
        RowCache.Changes changes = part.newChanges();
        changes.add(FAMILY, KEY, bytes(2));
        changes.begin();
        changes.end(true);
        part.fill(FAMILY, KEY, hash, bytes(1), ticket);
        assertThat(get(part, FAMILY, KEY)).isNull();
    }

    @Test
    void takesNothingInDuringAWrite() {
        RowCache.Changes changes = part.newChanges();
        changes.add(FAMILY, KEY, null);
        changes.begin();
        part.fill(FAMILY, KEY, hash, bytes(1), part.ticket(hash));
        changes.end(false);
        assertThat(get(part, FAMILY, KEY)).isNull();
    }

    @Test
    void takesNothingInThatWasReadDuringAWrite() {
        RowCache.Changes changes = part.newChanges();
        changes.add(FAMILY, KEY, bytes(2));
        changes.begin();
        int ticket = part.ticket(hash);
        changes.end(true);
        part.fill(FAMILY, KEY, hash, bytes(1), ticket);
        assertThat(get(part, FAMILY, KEY)).isNull();
    }

    @Test
    void followsWhatChanges() {
        part.fill(FAMILY, KEY, hash, bytes(1), part.ticket(hash));
        RowCache.Changes changes = part.newChanges();
        changes.add(FAMILY, KEY, bytes(2));
        changes.begin();
        assertThat(get(part, FAMILY, KEY)).isNull();
        changes.end(true);
        assertThat(get(part, FAMILY, KEY)).isEqualTo(bytes(2));
        RowCache.Changes refused = part.newChanges();
        refused.add(FAMILY, KEY, bytes(3));
        refused.begin();
        refused.end(false);
        assertThat(get(part, FAMILY, KEY)).isNull();
    }

    @Test
    void takesNothingInThatNobodyReads() {
        RowCache.Changes changes = part.newChanges();
        changes.add(FAMILY, KEY, bytes(2));
        changes.begin();
        changes.end(true);
        assertThat(get(part, FAMILY, KEY)).isNull();
    }

    @Test
    void theLastChangeOfAKeyCounts() {
        part.fill(FAMILY, KEY, hash, bytes(1), part.ticket(hash));
        RowCache.Changes changes = part.newChanges();
        changes.add(FAMILY, KEY, bytes(2));
        changes.add(FAMILY, KEY, null);
        changes.begin();
        changes.end(true);
        assertThat(get(part, FAMILY, KEY)).isNull();
    }

    @Test
    void forgetsWhatIsRemoved() {
        part.fill(FAMILY, KEY, hash, bytes(1), part.ticket(hash));
        RowCache.Changes changes = part.newChanges();
        changes.add(FAMILY, KEY, null);
        changes.begin();
        changes.end(true);
        assertThat(get(part, FAMILY, KEY)).isNull();
    }

    @Test
    void forgetsAllOfOneStore() {
        RowCache.Part other = cache.newPart();
        part.fill(FAMILY, KEY, hash, bytes(1), part.ticket(hash));
        int otherHash = other.hash(FAMILY, KEY);
        other.fill(FAMILY, KEY, otherHash, bytes(2), other.ticket(otherHash));
        RowCache.Changes changes = part.everything();
        changes.begin();
        changes.end(true);
        assertThat(get(part, FAMILY, KEY)).isNull();
        assertThat(get(other, FAMILY, KEY)).isEqualTo(bytes(2));
    }

    @Test
    void keepsOutcomesOfSessionsThatWereWritten() {
        RowCache.Changes changes = part.newChanges();
        changes.add(ColumnFamily.SESSIONS, KEY, bytes(5));
        changes.begin();
        assertThat(get(part, ColumnFamily.SESSIONS, KEY)).isNull();
        changes.end(true);
        assertThat(get(part, ColumnFamily.SESSIONS, KEY)).isEqualTo(bytes(5));
        RowCache.Changes refused = part.newChanges();
        refused.add(ColumnFamily.SESSIONS, KEY, bytes(6));
        refused.begin();
        refused.end(false);
        assertThat(get(part, ColumnFamily.SESSIONS, KEY)).isNull();
    }

    @Test
    void keysOfOneSlotFindRoom() {
        // A third of all slots: nearly all of them must be there, and each with its own value.
        int found = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] key = bytes(i);
            int of = part.hash(FAMILY, key);
            part.fill(FAMILY, key, of, bytes(i), part.ticket(of));
        }
        for (int i = 0; i < 20_000; i++) {
            byte[] value = get(part, FAMILY, bytes(i));
            if (value != null) {
                assertThat(value).isEqualTo(bytes(i));
                found++;
            }
        }
        assertThat(found).isGreaterThan(19_700);
    }

    @Test
    void noReaderSeesAnOldValue() throws ExecutionException, InterruptedException {
        int keys = 40;
        AtomicLongArray written = new AtomicLongArray(keys);
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try (RocksMemory memory = RocksMemory.of(4 << 20, 4 << 20);
                RocksStore store = RocksStore.open(folder, memory)) {
            List<Future<Long>> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                readers.add(threads.submit(() -> read(store, written, stop)));
            }
            ThreadLocalRandom random = ThreadLocalRandom.current();
            for (long value = 1; value <= 20_000; value++) {
                int key = random.nextInt(keys);
                StoreBatch batch = store.newBatch();
                batch.put(FAMILY, bytes(key), bytes(value));
                store.write(batch);
                written.set(key, value);
            }
            stop.set(true);
            for (Future<Long> reader : readers) {
                assertThat(reader.get()).isPositive();
            }
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
    }

    private static long read(RocksStore store, AtomicLongArray written, AtomicBoolean stop) {
        long reads = 0;
        while (!stop.get() || reads == 0) {
            int key = ThreadLocalRandom.current().nextInt(written.length());
            long least = written.get(key);
            byte[] stored = store.get(FAMILY, bytes(key));
            long value = stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
            assertThat(value).isGreaterThanOrEqualTo(least);
            reads++;
        }
        return reads;
    }

    private static byte @Nullable [] get(RowCache.Part part, ColumnFamily family, byte[] key) {
        return part.get(family, key, part.hash(family, key));
    }

    private static byte[] bytes(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }
}
