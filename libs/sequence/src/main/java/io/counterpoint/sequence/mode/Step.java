package io.counterpoint.sequence.mode;

/**
 * What came of asking for a number. Immutable.
 *
 * @param outcome whether there is a number, or why there is none
 * @param value the number; meaningless without one
 * @param last the counter's {@code last} from now on
 */
public record Step(Outcome outcome, long value, long last) {
    /** The ways it may go. */
    public enum Outcome {
        /** There is a number. */
        ISSUED,
        /** The range is used up. */
        EXHAUSTED,
        /** The shard's ordinal is higher than the mode's knobs leave room for. */
        NO_ROOM_FOR_SHARD,
        /** The clock stands before the last number's time, or before the epoch, and the mode must not go on. */
        CLOCK_BACK
    }

    static Step issued(long value) {
        return new Step(Outcome.ISSUED, value, value);
    }

    static Step coded(long value, long last) {
        return new Step(Outcome.ISSUED, value, last);
    }

    static Step none(Outcome outcome, long last) {
        return new Step(outcome, 0, last);
    }
}
