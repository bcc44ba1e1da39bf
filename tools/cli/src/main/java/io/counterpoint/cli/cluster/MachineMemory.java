package io.counterpoint.cli.cluster;

import com.sun.management.OperatingSystemMXBean;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.shard.storage.RocksMemory;
import io.counterpoint.wire.server.DoorMemory;
import java.lang.management.ManagementFactory;

/**
 * How the machine's memory, or the container's, is shared out beside the Java heap, whose size the JVM was started
 * with. On a small machine the parts shrink with it, so that together they stay within it.
 *
 * @param totalBytes all memory that the process may use
 */
public record MachineMemory(long totalBytes) {
    private static final String DIRECT_LIMIT = "io.netty.maxDirectMemory";

    /** Blocks and write buffers take this part of a small machine. */
    private static final int STORE_PART = 8;

    /** Write buffers take this part of what the store has. */
    private static final int WRITE_BUFFER_PART = 4;

    /** Messages that come and go take this part of a small machine. */
    private static final int DIRECT_PART = 4;

    private static final long DIRECT_BYTES_MIN = 64L << 20;

    /** A largest message has to fit also when it comes compressed. */
    private static final long LARGE_MESSAGE_BYTES_MIN = 2L * Limits.MESSAGE_BYTES_MAX;

    /** Beyond this nothing has to be shared out: every part gets what it would like. */
    private static final long SMALL_BYTES_MAX = 2L << 30;

    /** The memory that the JVM sees: the container's, where there is one. */
    public static MachineMemory ofThisMachine() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new MachineMemory(system == null ? Long.MAX_VALUE : system.getTotalMemorySize());
    }

    /** A store's memory; the caller closes it. */
    RocksMemory rocksMemory() {
        long cache = storeBytes();
        return RocksMemory.of(cache, Math.min(RocksMemory.WRITE_BUFFER_BYTES, cache / WRITE_BUFFER_PART));
    }

    /** Blocks and write buffers together, in bytes. */
    long storeBytes() {
        return totalBytes > SMALL_BYTES_MAX ? RocksMemory.BLOCK_CACHE_BYTES : totalBytes / STORE_PART;
    }

    /**
     * Bounds the memory of network buffers on a small machine. Called before anything loads Netty, which reads the
     * limit once; a limit that the JVM was started with stays.
     */
    void limitNetworkBuffers() {
        if (totalBytes <= SMALL_BYTES_MAX && System.getProperty(DIRECT_LIMIT) == null) {
            System.setProperty(DIRECT_LIMIT, Long.toString(directBytes()));
        }
    }

    /** What clients of one door can make the process hold. */
    public DoorMemory doorMemory() {
        if (totalBytes > SMALL_BYTES_MAX) {
            return DoorMemory.GENEROUS;
        }
        long heap = Runtime.getRuntime().maxMemory();
        return new DoorMemory(Math.max(LARGE_MESSAGE_BYTES_MIN, heap / 2), directBytes() / 2);
    }

    /** Network buffers on a small machine, in bytes. */
    long directBytes() {
        return Math.max(DIRECT_BYTES_MIN, totalBytes / DIRECT_PART);
    }
}
