package io.counterpoint.shard.storage;

import org.jspecify.annotations.Nullable;

/**
 * The disk refused. Carries no code of its own: clients are answered OutOfDiskSpace or InternalError by
 * {@link #diskFull()}.
 */
public final class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean diskFull;
    private final boolean damaged;

    /** Wraps the storage library's error; {@code cause} null for a refusal of our own. */
    public StorageException(String message, boolean diskFull, @Nullable Throwable cause) {
        this(message, diskFull, false, cause);
    }

    StorageException(String message, boolean diskFull, boolean damaged, @Nullable Throwable cause) {
        super(message, cause);
        this.diskFull = diskFull;
        this.damaged = damaged;
    }

    /** True when there was no space left. */
    public boolean diskFull() {
        return diskFull;
    }

    /** True when what is stored is not what was written: nothing may be answered from it. */
    public boolean damaged() {
        return damaged;
    }
}
