package io.counterpoint.base.error;

/** Whose fault an error is, so that failures can be counted by kind. */
public enum ErrorCategory {
    /** The client's: the same request fails again. */
    USER,
    /** The moment's: the same request may succeed when sent again. */
    TRANSIENT,
    /** Something ran out: memory, time, numbers. */
    RESOURCE,
    /** Ours. */
    INTERNAL
}
