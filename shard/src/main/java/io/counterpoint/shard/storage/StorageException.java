package io.counterpoint.shard.storage;

/**
 * The disk refused. Carries no code of its own: the dispatcher answers OutOfDiskSpace or InternalError by
 * {@link #diskFull()}.
 */
public final class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean diskFull;

    /** Wraps the storage library's error. */
    public StorageException(String message, boolean diskFull, Throwable cause) {
        super(message, cause);
        this.diskFull = diskFull;
    }

    /** True when there was no space left. */
    public boolean diskFull() {
        return diskFull;
    }
}
