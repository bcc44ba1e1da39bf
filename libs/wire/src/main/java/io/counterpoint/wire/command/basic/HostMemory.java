package io.counterpoint.wire.command.basic;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/** Sizes of memory in mebibytes, as MongoDB's replies call megabytes. */
final class HostMemory {
    private HostMemory() {}

    /** The machine's memory, or the container's; that of the JVM where the machine's is not known. */
    static long totalMegabytes() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        long bytes = system instanceof com.sun.management.OperatingSystemMXBean known
                ? known.getTotalMemorySize()
                : Runtime.getRuntime().maxMemory();
        return bytes >> 20;
    }

    /** What the JVM holds: its heap and what it needs beside. */
    static long residentMegabytes() {
        var memory = ManagementFactory.getMemoryMXBean();
        return (memory.getHeapMemoryUsage().getCommitted()
                        + memory.getNonHeapMemoryUsage().getCommitted())
                >> 20;
    }

    /** What the JVM has reserved addresses for, about. */
    static long virtualMegabytes() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean known
                ? known.getCommittedVirtualMemorySize() >> 20
                : residentMegabytes();
    }
}
