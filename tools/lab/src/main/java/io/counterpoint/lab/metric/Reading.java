package io.counterpoint.lab.metric;

/**
 * One measured value.
 *
 * @param name what, in words: {@code cross-shard}, {@code p99}
 * @param value a number; NaN when there was nothing to measure
 * @param unit {@code ""} for a count or ratio, otherwise as printed: {@code ms}, {@code years}
 */
public record Reading(String name, double value, String unit) {
    /** A count. */
    static Reading of(String name, long count) {
        return new Reading(name, (double) count, "");
    }

    /** A ratio, or a count that may be unknown. */
    static Reading of(String name, double value) {
        return new Reading(name, value, "");
    }

    /** Whether there was anything to measure. */
    public boolean known() {
        return !Double.isNaN(value);
    }
}
