package io.counterpoint.shard.storage;

import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * Memory that all stores of a process share: outside the Java heap one cache of disk blocks and one budget of write
 * buffers, inside of it the rows that were asked for lately. Three shards in one process then take no more of it than
 * one shard would. Close it after the last store that uses it. Any thread.
 */
public final class RocksMemory implements AutoCloseable {
    /**
     * Cached blocks and write buffers together when nothing else is said, in bytes. Buffers are charged to the cache:
     * it must be several times their size, or full buffers leave no room for the filters and indexes that every read
     * asks. Taken only as it is needed.
     */
    public static final long BLOCK_CACHE_BYTES = 256L << 20;

    /** Write buffers of all stores when nothing else is said, in bytes. */
    public static final long WRITE_BUFFER_BYTES = 64L << 20;

    /** Two to the power of this many parts of the cache, each with a lock of its own. */
    private static final int CACHE_SHARD_BITS = 4;

    /** Share of the cache that data blocks do not drive filters and indexes out of. */
    private static final double FILTERS_SHARE = 0.5;

    static {
        RocksDB.loadLibrary();
    }

    private final Cache blockCache;
    private final WriteBufferManager writeBuffers;
    private final RowCache rows = new RowCache();

    private RocksMemory(long blockCacheBytes, long writeBufferBytes) {
        this.blockCache = new LRUCache(blockCacheBytes, CACHE_SHARD_BITS, false, FILTERS_SHARE);
        this.writeBuffers = new WriteBufferManager(writeBufferBytes, blockCache);
    }

    /**
     * Sets aside budgets; nothing is allocated before it is needed.
     *
     * @param blockCacheBytes most bytes of cached blocks
     * @param writeBufferBytes bytes of write buffers beyond which the fullest is written to disk
     */
    public static RocksMemory of(long blockCacheBytes, long writeBufferBytes) {
        return new RocksMemory(blockCacheBytes, writeBufferBytes);
    }

    /** {@link #BLOCK_CACHE_BYTES} and {@link #WRITE_BUFFER_BYTES}. */
    public static RocksMemory standard() {
        return of(BLOCK_CACHE_BYTES, WRITE_BUFFER_BYTES);
    }

    Cache blockCache() {
        return blockCache;
    }

    RowCache rows() {
        return rows;
    }

    WriteBufferManager writeBuffers() {
        return writeBuffers;
    }

    @Override
    public void close() {
        writeBuffers.close();
        blockCache.close();
    }
}
