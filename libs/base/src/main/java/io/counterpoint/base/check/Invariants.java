package io.counterpoint.base.check;

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
}
