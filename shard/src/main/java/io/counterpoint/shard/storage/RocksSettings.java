package io.counterpoint.shard.storage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.WALRecoveryMode;

/** How RocksDB is set up, and the native objects that hold the settings; closed after the database. */
final class RocksSettings implements AutoCloseable {
    /** Write buffer of a family that carries the load; the budget of {@link RocksMemory} usually ends it sooner. */
    private static final long WRITE_BUFFER_BYTES = 32L << 20;

    /** Write buffer of a family that holds little. */
    private static final long SMALL_WRITE_BUFFER_BYTES = 4L << 20;

    /** Log kept before buffers are written out: bounds both the disk it takes and the time a restart replays. */
    private static final long LOG_BYTES_MAX = 128L << 20;

    /** Open table files; each costs a descriptor, and with several shards in a process they add up. */
    private static final int OPEN_FILES_MAX = 256;

    private static final int BLOOM_BITS_PER_KEY = 10;

    private final BloomFilter bloom = new BloomFilter(BLOOM_BITS_PER_KEY);
    private final DBOptions database;
    private final List<ColumnFamilyOptions> families = new ArrayList<>();

    RocksSettings(RocksMemory memory) {
        this.database = database(memory);
        families.add(family(memory, null));
        for (ColumnFamily family : ColumnFamily.values()) {
            families.add(family(memory, family));
        }
    }

    /*
     * Which end of a torn log is tolerated. After a loss of power the tail that no sync covered may hold anything: half a record, zeros, a later page that
     * reached the disk while an earlier one did not. "Tolerate a corrupted tail" accepts only half a record and would refuse to open in the other cases,
     * although nothing acknowledged is hurt; "skip any corrupted record" would keep batches behind a lost one. "Point in time" stops at the first record that is
     * not whole and keeps exactly the prefix before it. What it cannot see by itself is a log that lost a tail which a sync had covered; so the sizes of synced
     * logs are tracked in the manifest, and opening fails if one is shorter than that.
     */
    private static DBOptions database(RocksMemory memory) {
        // Only reachable by name: the Java binding has no setter for it.
        Properties unbound = new Properties();
        unbound.setProperty("track_and_verify_wals_in_manifest", "true");
        return DBOptions.getDBOptionsFromProps(unbound)
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setParanoidChecks(true)
                .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
                .setMaxTotalWalSize(LOG_BYTES_MAX)
                .setWriteBufferManager(memory.writeBuffers())
                .setMaxOpenFiles(OPEN_FILES_MAX)
                .setMaxBackgroundJobs(2)
                .setAllowMmapReads(false)
                .setAllowMmapWrites(false)
                // Spread the writing out of big files instead of one long stall at their end.
                .setBytesPerSync(1L << 20)
                .setMaxManifestFileSize(4L << 20)
                // One writer: what several would need only costs.
                .setAllowConcurrentMemtableWrite(false)
                .setEnableWriteThreadAdaptiveYield(false)
                // The library's own diary: warnings only, two small files.
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setMaxLogFileSize(1L << 20)
                .setKeepLogFileNum(2)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0);
    }

    /** {@code family} null is the default one. */
    private ColumnFamilyOptions family(RocksMemory memory, @Nullable ColumnFamily family) {
        boolean busy = family == ColumnFamily.DOCUMENTS || family == ColumnFamily.INDEXES;
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(memory.blockCache())
                .setBlockSize(8 * 1024)
                .setFilterPolicy(bloom)
                // Index and filter blocks count against the cache: memory stays bounded however much is stored.
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                // In pieces: the filter of a whole file of index entries is megabytes, as much as a shard of the cache
                // holds, and was read from the file again for each question.
                .setIndexType(IndexType.kTwoLevelIndexSearch)
                .setPartitionFilters(true)
                .setMetadataBlockSize(4 * 1024)
                .setPinTopLevelIndexAndFilter(true);
        // Keys of a collection and of most indexes mostly rise: a put begins its search where the last one with the
        // same
        // number ended. Only reachable by name.
        Properties unbound = new Properties();
        unbound.setProperty("memtable_insert_with_hint_prefix_extractor", "rocksdb.FixedPrefix." + Integer.BYTES);
        return ColumnFamilyOptions.getColumnFamilyOptionsFromProps(unbound)
                .setTableFormatConfig(table)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                // Merging the youngest files half as often rewrites those below them half as often.
                .setLevel0FileNumCompactionTrigger(8)
                .setWriteBufferSize(busy ? WRITE_BUFFER_BYTES : SMALL_WRITE_BUFFER_BYTES)
                // A unique check mostly asks for what is not there: the filter answers that without a walk through the
                // buffer. It costs a put some
                // 0.3 microseconds, so families that are asked for what they have go without.
                .setMemtableWholeKeyFiltering(true)
                .setMemtablePrefixBloomSizeRatio(family == ColumnFamily.INDEXES ? 0.02 : 0);
    }

    DBOptions database() {
        return database;
    }

    /** The default family, which RocksDB demands and we leave empty, then ours in the order of their numbers. */
    List<ColumnFamilyDescriptor> descriptors() {
        List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
        descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, families.get(0)));
        int position = 1;
        for (ColumnFamily family : ColumnFamily.values()) {
            byte[] name = family.label().getBytes(StandardCharsets.UTF_8);
            descriptors.add(new ColumnFamilyDescriptor(name, families.get(position++)));
        }
        return descriptors;
    }

    @Override
    public void close() {
        database.close();
        families.forEach(ColumnFamilyOptions::close);
        bloom.close();
    }
}
