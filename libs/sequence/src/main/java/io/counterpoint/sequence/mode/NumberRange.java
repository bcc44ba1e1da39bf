package io.counterpoint.sequence.mode;

import java.util.OptionalLong;

/**
 * Where a counter starts, in what steps it goes and where it ends. Immutable. Source: SQL's {@code START WITH},
 * {@code INCREMENT BY}, {@code MINVALUE}, {@code MAXVALUE}, {@code CYCLE}.
 *
 * @param start the first number
 * @param increment not 0; negative counts down
 * @param min the least number; where a counter that counts up goes on when it cycles
 * @param max the highest number; where a counter that counts down goes on when it cycles
 * @param cycle whether the counter begins anew at its end
 */
public record NumberRange(long start, long increment, long min, long max, boolean cycle) {
    /** 1, 2, 3 up to the highest 64-bit number. */
    public static final NumberRange STANDARD = new NumberRange(1, 1, 1, Long.MAX_VALUE, false);

    /** What {@code last} is before the first number. */
    public long initial() {
        return start - increment;
    }

    /** The number after {@code last}; empty at the end of a range that does not cycle. */
    public OptionalLong next(long last) {
        if (increment > 0) {
            return last <= max - increment
                    ? OptionalLong.of(last + increment)
                    : cycle ? OptionalLong.of(min) : OptionalLong.empty();
        }
        return last >= min - increment
                ? OptionalLong.of(last + increment)
                : cycle ? OptionalLong.of(max) : OptionalLong.empty();
    }

    /** Whether a number that a document came with is one that counting may reach. */
    public boolean contains(long number) {
        return number >= min && number <= max;
    }

    /** Whether a number lies further on than another. */
    public boolean isBeyond(long number, long than) {
        return increment > 0 ? number > than : number < than;
    }

    /** {@code last} after a number that a document came with: moved if that lies further on within the range. */
    public long raise(long last, long sent) {
        return contains(sent) && isBeyond(sent, last) ? sent : last;
    }
}
