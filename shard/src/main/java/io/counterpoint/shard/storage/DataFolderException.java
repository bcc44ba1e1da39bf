package io.counterpoint.shard.storage;

import org.jspecify.annotations.Nullable;

/** A data folder that this process must not or cannot use; the text says which, why, and what to do. */
public final class DataFolderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DataFolderException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
