package io.counterpoint.sequence.mode;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The ways of numbering by their names in {@code create} and {@code collMod}, with the knobs each one has. */
public enum SequenceMode {
    /** Each shard counts for itself: {@code last + increment}. */
    PER_SHARD("per_shard"),
    /** Each shard owns one residue class of the numbers. */
    STRIDED("strided"),
    /** Shards hand out from blocks that one owner leases. */
    BLOCK("block"),
    /** One owner gives every number. */
    CENTRAL("central"),
    /** One owner gives every number inside the transaction that stores it. */
    GAPLESS("gapless"),
    /** The shard's ordinal in the high bits, a counter in the low ones. */
    RANGE_ENCODED("range_encoded"),
    /** A strided counter with its bits in reverse order. */
    BIT_REVERSED("bit_reversed"),
    /** A strided counter with bits of a hash above it. */
    SCATTERED("scattered"),
    /** Milliseconds, the shard's ordinal, and a counter within the millisecond. */
    SNOWFLAKE("snowflake");

    private final String wireName;

    SequenceMode(String wireName) {
        this.wireName = wireName;
    }

    /** The name in commands and counter rows. */
    public String wireName() {
        return wireName;
    }

    /** The knobs of this mode alone; those that every mode has are no knobs. */
    public List<Knob> knobs() {
        return switch (this) {
            case PER_SHARD, GAPLESS -> List.of();
            case STRIDED -> List.of(Knob.STEP);
            case BLOCK -> List.of(Knob.CACHE);
            case CENTRAL -> List.of(Knob.LOG_AHEAD);
            case RANGE_ENCODED -> List.of(Knob.BITS);
            case BIT_REVERSED -> List.of(Knob.STEP, Knob.START_WITH_COUNTER, Knob.JS_SAFE);
            case SCATTERED -> List.of(Knob.STEP, Knob.SHARD_BITS, Knob.RANGE_BITS);
            case SNOWFLAKE -> List.of(Knob.EPOCH, Knob.CLOCK_BACK_FAILS, Knob.RANDOM_START, Knob.JS_SAFE);
        };
    }

    /** Whether numbers come from one owner for the whole cluster. */
    public boolean owned() {
        return this == BLOCK || this == CENTRAL || this == GAPLESS;
    }

    /** Whether a number is a position in the counter itself, not a code for one. */
    public boolean counts() {
        return this == PER_SHARD || owned() || this == STRIDED;
    }

    /** The mode of a name. */
    public static Optional<SequenceMode> named(String name) {
        return Arrays.stream(values())
                .filter(mode -> mode.wireName.equals(name))
                .findFirst();
    }
}
