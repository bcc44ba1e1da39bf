package io.counterpoint.cli.failure;

import org.jspecify.annotations.Nullable;

/**
 * A process that cannot start, or cannot go on, for a reason that its user can do something about. The message is one
 * line that says what is wrong and which flag or file it is about; it goes to standard error without a stack trace, and
 * the program ends with status 1.
 */
public final class StartupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A failure that explains itself. */
    public StartupException(String message) {
        this(message, null);
    }

    /** A failure with what caused it, for logs. */
    public StartupException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
