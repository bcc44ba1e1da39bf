package io.counterpoint.sequence.mode;

/**
 * A mode in which each shard knows its next number by itself: a pure state machine over one {@code last}. Immutable.
 */
public interface LocalMode {
    /** What the mode promises. */
    DeclaredProperties properties();

    /** {@code last} of a counter that gave out nothing yet. */
    long initial();

    /** Whether {@link #next} looks at clock or chance. */
    default boolean needsTime() {
        return false;
    }

    /** Takes the next number. */
    Step next(long last, Moment moment);

    /**
     * {@code last} after a document with a number of its own was stored. Moves only as far as this shard's own numbers
     * need it; also rebuilds a counter, from {@link #initial}, by all numbers that are stored.
     */
    long observe(long last, long sent, Moment moment);
}
