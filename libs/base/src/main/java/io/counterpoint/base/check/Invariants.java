package io.counterpoint.base.check;

import org.jspecify.annotations.Nullable;

/** Assertions on what cannot happen. Always on: a broken one stops the request rather than letting it go on wrong. */
public final class Invariants {
    private Invariants() {}

    /**
     * Demands that a condition holds.
     *
     * @param what the condition in words, without variables
     * @throws IllegalStateException when it does not hold
     */
    public static void check(boolean condition, String what) {
        if (!condition) {
            throw new IllegalStateException("broken invariant: " + what);
        }
    }

    /**
     * Demands that a value is there.
     *
     * @param what the demand in words, without variables
     * @return the value
     * @throws IllegalStateException when it is null
     */
    public static <T> T present(@Nullable T value, String what) {
        if (value == null) {
            throw new IllegalStateException("broken invariant: " + what);
        }
        return value;
    }
}
