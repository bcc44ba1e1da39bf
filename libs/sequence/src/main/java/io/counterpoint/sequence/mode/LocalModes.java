package io.counterpoint.sequence.mode;

import java.util.function.ToLongFunction;

/** Makes the modes that need no owner. */
public final class LocalModes {
    private static final int FULL_BITS = 63;
    private static final int SAFE_BITS = 53;

    private LocalModes() {}

    /**
     * A mode with its knobs.
     *
     * @param knob the value of each knob of the mode
     * @throws IllegalArgumentException for a mode that has an owner
     */
    public static LocalMode of(SequenceMode mode, NumberRange range, ToLongFunction<Knob> knob) {
        return switch (mode) {
            case PER_SHARD -> new CountingMode(range);
            case STRIDED -> new StridedMode(range, knob.applyAsLong(Knob.STEP));
            case RANGE_ENCODED -> new RangeEncodedMode(knob.applyAsLong(Knob.BITS));
            case BIT_REVERSED ->
                new BitReversedMode(
                        knob.applyAsLong(Knob.STEP),
                        knob.applyAsLong(Knob.START_WITH_COUNTER),
                        knob.applyAsLong(Knob.JS_SAFE) == 1 ? SAFE_BITS : FULL_BITS);
            case SCATTERED ->
                new ScatteredMode(
                        knob.applyAsLong(Knob.STEP),
                        knob.applyAsLong(Knob.SHARD_BITS),
                        knob.applyAsLong(Knob.RANGE_BITS));
            case SNOWFLAKE ->
                new SnowflakeMode(
                        knob.applyAsLong(Knob.EPOCH),
                        knob.applyAsLong(Knob.CLOCK_BACK_FAILS) == 1,
                        knob.applyAsLong(Knob.RANDOM_START) == 1,
                        knob.applyAsLong(Knob.JS_SAFE) == 1);
            case BLOCK, CENTRAL, GAPLESS -> throw new IllegalArgumentException(mode + " has an owner");
        };
    }
}
