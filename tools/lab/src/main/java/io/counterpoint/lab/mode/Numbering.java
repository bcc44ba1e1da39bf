package io.counterpoint.lab.mode;

/**
 * A mode as a run used it.
 *
 * @param mode which
 * @param step distance of neighbouring numbers of one owner, at least 1: the mode's lattice
 */
public record Numbering(NumberingMode mode, long step) {
    /** @throws IllegalArgumentException for a step below 1 */
    public Numbering {
        if (step < 1) {
            throw new IllegalArgumentException("a step of " + step);
        }
    }

    /** The mode with neighbouring numbers one apart. */
    public static Numbering of(NumberingMode mode) {
        return new Numbering(mode, 1);
    }
}
