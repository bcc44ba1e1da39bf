package io.counterpoint.sequence.mode;

/** A number by which one mode can be tuned. Switches are 0 and 1. */
public enum Knob {
    /** Residue classes: how many shards there can be. */
    STEP("step", Kind.NUMBER, 8, 1, 1 << 20),
    /** Numbers in a leased block. */
    CACHE("cache", Kind.NUMBER, 100, 1, 10_000_000),
    /** Numbers that one durable write of the owner covers. */
    LOG_AHEAD("logAhead", Kind.NUMBER, 1, 1, 1_000_000),
    /** Bits of the counter below the shard's ordinal; 40 keeps numbers within 53 bits. */
    BITS("bits", Kind.NUMBER, 48, 40, 48),
    /** First position of the counter whose bits are reversed. */
    START_WITH_COUNTER("startWithCounter", Kind.NUMBER, 1, 1, 1L << 47),
    /** Bits of the hash. */
    SHARD_BITS("shardBits", Kind.NUMBER, 5, 1, 15),
    /** Bits of the whole number, sign included; 54 keeps numbers within 53 bits. */
    RANGE_BITS("rangeBits", Kind.NUMBER, 64, 32, 64),
    /** The moment that time is counted from, in milliseconds since 1970; the default is the start of 2024. */
    EPOCH("epoch", Kind.NUMBER, 1_704_067_200_000L, 0, 1L << 42),
    /** {@code onClockBack}: 0 goes on from the last number ({@code borrow}), 1 refuses ({@code fail}). */
    CLOCK_BACK_FAILS("onClockBack", Kind.CLOCK_BACK, 0, 0, 1),
    /** Whether the counter within a millisecond starts at random, which spreads the low bits at low rates. */
    RANDOM_START("randomStart", Kind.SWITCH, 0, 0, 1),
    /** Whether numbers stay within 53 bits, as JavaScript needs them. */
    JS_SAFE("jsSafe", Kind.SWITCH, 0, 0, 1);

    /** How a knob's value is written. */
    public enum Kind {
        /** A whole number. */
        NUMBER,
        /** A boolean. */
        SWITCH,
        /** {@code "borrow"} or {@code "fail"}. */
        CLOCK_BACK
    }

    private final String optionName;
    private final Kind kind;
    private final long standard;
    private final long least;
    private final long most;

    Knob(String optionName, Kind kind, long standard, long least, long most) {
        this.optionName = optionName;
        this.kind = kind;
        this.standard = standard;
        this.least = least;
        this.most = most;
    }

    /** The option's name in a declaration. */
    public String optionName() {
        return optionName;
    }

    /** How the value is written. */
    public Kind kind() {
        return kind;
    }

    /** The value of a declaration that says nothing. */
    public long standard() {
        return standard;
    }

    /** Whether a value may be declared. */
    public boolean allows(long value) {
        return value >= least && value <= most;
    }

    /** The values that may be declared, for a refusal. */
    public String bounds() {
        return "from " + least + " to " + most;
    }
}
