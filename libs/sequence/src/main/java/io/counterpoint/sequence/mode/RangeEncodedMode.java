package io.counterpoint.sequence.mode;

import io.counterpoint.sequence.mode.DeclaredProperties.Order;
import io.counterpoint.sequence.mode.DeclaredProperties.Reach;

/**
 * The shard's ordinal above {@code bits} bits of a counter that starts at 1 on every shard.
 *
 * @param bits 48, or 40 for numbers within 53 bits
 */
public record RangeEncodedMode(long bits) implements LocalMode {
    private static final int ORDINAL_BITS_MAX = 15;
    private static final int SAFE_BITS = 53;

    @Override
    public DeclaredProperties properties() {
        return new DeclaredProperties(Reach.CLUSTER, Order.RISING_PER_SHARD, 0, 0, false, (int) bits + ordinalBits());
    }

    private int ordinalBits() {
        return bits <= 40 ? SAFE_BITS - (int) bits : ORDINAL_BITS_MAX;
    }

    @Override
    public long initial() {
        return 0;
    }

    @Override
    public Step next(long last, Moment moment) {
        if (moment.shard() >= 1L << ordinalBits()) {
            return Step.none(Step.Outcome.NO_ROOM_FOR_SHARD, last);
        }
        long base = (long) moment.shard() << bits;
        long value = Math.max(last, base) + 1;
        return isOwn(value, base) ? Step.issued(value) : Step.none(Step.Outcome.EXHAUSTED, last);
    }

    private boolean isOwn(long value, long base) {
        return value > base && value - base < 1L << bits;
    }

    /** Ordinal of the shard that made a number. */
    public int shardOf(long value) {
        return (int) (value >>> bits);
    }

    /** Which of its shard's numbers a number is, from 1. */
    public long localOf(long value) {
        return value & ((1L << bits) - 1);
    }

    /** Numbers of other shards' ranges move nothing. */
    @Override
    public long observe(long last, long sent, Moment moment) {
        return isOwn(sent, (long) moment.shard() << bits) && sent > last ? sent : last;
    }
}
