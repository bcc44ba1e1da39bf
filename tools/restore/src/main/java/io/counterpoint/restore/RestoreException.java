package io.counterpoint.restore;

import java.io.Serial;

/** A restore that cannot go on, for a reason outside of the dump: said in one sentence. */
public final class RestoreException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** A failure with its cause, or without one (null). */
    public RestoreException(String text, @org.jspecify.annotations.Nullable Throwable cause) {
        super(text, cause);
    }

    /** A failure without a cause. */
    public RestoreException(String text) {
        this(text, null);
    }
}
