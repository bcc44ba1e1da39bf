package io.counterpoint.query.memory;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.spill.SpillSpace;
import org.jspecify.annotations.Nullable;

/**
 * What one blocking stage of a command may hold in memory, and where it puts the rest. Immutable; any thread.
 *
 * @param bytesMax in memory, in bytes
 * @param space on disk; null when the disk is not to be used
 */
public record StageMemory(long bytesMax, @Nullable SpillSpace space) {
    /** Memory alone. */
    public static StageMemory withoutDisk(long bytesMax) {
        return new StageMemory(bytesMax, null);
    }

    /** The same as a command's {@code allowDiskUse} wants it. */
    public StageMemory allowingDisk(boolean allowed) {
        return allowed ? this : withoutDisk(bytesMax);
    }

    /** Whether the disk may be used. */
    public boolean hasDisk() {
        return space != null;
    }

    /** What a sort says that needs the disk and may not use it; MongoDB's text. */
    public CommandException sortExceeded() {
        return new CommandException(
                ErrorCode.QUERY_EXCEEDED_MEMORY_LIMIT_NO_DISK_USE_ALLOWED,
                "Sort exceeded memory limit of " + bytesMax + " bytes, but did not opt in to external sorting.");
    }
}
