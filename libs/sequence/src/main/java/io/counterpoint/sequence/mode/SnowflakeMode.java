package io.counterpoint.sequence.mode;

import io.counterpoint.sequence.mode.DeclaredProperties.Order;
import io.counterpoint.sequence.mode.DeclaredProperties.Reach;

/**
 * Milliseconds since an epoch, the shard's ordinal, and a counter within the millisecond. When the counter is used up,
 * the next millisecond is borrowed.
 *
 * @param epochMillis the moment that time is counted from
 * @param clockBackFails whether a clock that went back refuses; otherwise counting goes on from the last number
 * @param randomStart whether the counter starts at random in each millisecond
 * @param jsSafe 5 bits for the shard and 7 for the counter instead of 10 and 12
 */
public record SnowflakeMode(long epochMillis, boolean clockBackFails, boolean randomStart, boolean jsSafe)
        implements LocalMode {
    private static final int TIME_BITS = 41;

    /** How far ahead of the clock a shard's own numbers may be, which borrowed from milliseconds to come. */
    private static final long BORROWED_MILLIS_MAX = 60_000;

    @Override
    public DeclaredProperties properties() {
        return new DeclaredProperties(
                Reach.CLUSTER, Order.K_SORTED, 0, 0, false, TIME_BITS + shardBits() + counterBits());
    }

    private int shardBits() {
        return jsSafe ? 5 : 10;
    }

    private int counterBits() {
        return jsSafe ? 7 : 12;
    }

    private long counterMax() {
        return (1L << counterBits()) - 1;
    }

    @Override
    public long initial() {
        return 0;
    }

    @Override
    public boolean needsTime() {
        return true;
    }

    /** Milliseconds since 1970 at which a number was made. */
    public long millisOf(long value) {
        return (value >>> (shardBits() + counterBits())) + epochMillis;
    }

    /** Ordinal of the shard that made a number. */
    public int shardOf(long value) {
        return (int) (value >>> counterBits()) & ((1 << shardBits()) - 1);
    }

    @Override
    public Step next(long last, Moment moment) {
        if (moment.shard() >= 1 << shardBits()) {
            return Step.none(Step.Outcome.NO_ROOM_FOR_SHARD, last);
        }
        long now = moment.millis() - epochMillis;
        boolean own = last > 0 && shardOf(last) == moment.shard();
        long lastTime = own ? last >>> (shardBits() + counterBits()) : -1;
        if (now < 0 || (now < lastTime && clockBackFails)) {
            return Step.none(Step.Outcome.CLOCK_BACK, last);
        }
        if (now > lastTime) {
            return within(now, start(moment), moment, last);
        }
        long counter = last & counterMax();
        return counter < counterMax() ? Step.issued(last + 1) : within(lastTime + 1, start(moment), moment, last);
    }

    private long start(Moment moment) {
        return randomStart ? moment.chance() & (counterMax() >>> 1) : 0;
    }

    private Step within(long time, long counter, Moment moment, long last) {
        if (time >>> TIME_BITS != 0) {
            return Step.none(Step.Outcome.EXHAUSTED, last);
        }
        return Step.issued((time << shardBits() | moment.shard()) << counterBits() | counter);
    }

    /** Numbers of other shards, and those of a time that nobody can have borrowed from, move nothing. */
    @Override
    public long observe(long last, long sent, Moment moment) {
        boolean own =
                sent > 0 && shardOf(sent) == moment.shard() && millisOf(sent) <= moment.millis() + BORROWED_MILLIS_MAX;
        return own && sent > last ? sent : last;
    }
}
