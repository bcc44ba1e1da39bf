package io.counterpoint.lab.metric;

/**
 * A run of numbers that nobody stores, between two that are stored.
 *
 * @param owner the shard whose numbers have it, or {@code cluster}
 * @param after the stored number below it
 * @param before the stored number above it
 * @param length how many lattice points it has, at least 1
 * @param cause why, as far as the history tells
 */
public record Gap(String owner, long after, long before, long length, Cause cause) {
    /** Why numbers are missing. */
    public enum Cause {
        /** The client sent the number above the gap itself. */
        EXPLICIT_JUMP("explicit jump"),
        /** A shard was killed between the two numbers. */
        CRASH("crash"),
        /** A write was refused between the two numbers. */
        REJECTED("rejected"),
        /** A transaction was given back between the two numbers. */
        ROLLBACK("rollback"),
        /** Part of a leased block that was never handed out. */
        UNUSED_BLOCK("unused block"),
        /** The history does not tell. */
        UNEXPLAINED("unexplained");

        private final String title;

        Cause(String title) {
            this.title = title;
        }

        /** For people. */
        public String title() {
            return title;
        }
    }
}
