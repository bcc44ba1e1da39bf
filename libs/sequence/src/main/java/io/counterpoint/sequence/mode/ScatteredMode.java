package io.counterpoint.sequence.mode;

import io.counterpoint.sequence.mode.DeclaredProperties.Order;
import io.counterpoint.sequence.mode.DeclaredProperties.Reach;

/**
 * Bits of a hash above a strided counter, so that a range of the numbers is spread over as many places as the bits
 * name. {@code last} is the counter, not the number. Known elsewhere as AUTO_RANDOM(S, R).
 *
 * @param step how many shards there can be
 * @param shardBits bits of the hash
 * @param rangeBits bits of the number, the sign included
 */
public record ScatteredMode(long step, long shardBits, long rangeBits) implements LocalMode {
    @Override
    public DeclaredProperties properties() {
        return new DeclaredProperties(Reach.CLUSTER, Order.NONE, 0, 0, false, (int) rangeBits - 1);
    }

    @Override
    public long initial() {
        return 0;
    }

    private long counterBits() {
        return rangeBits - 1 - shardBits;
    }

    private long counterMax() {
        return (1L << counterBits()) - 1;
    }

    @Override
    public Step next(long last, Moment moment) {
        StridedMode counter = new StridedMode(new NumberRange(1, 1, 1, counterMax(), false), step);
        Step position = counter.next(last, moment);
        return position.outcome() == Step.Outcome.ISSUED
                ? Step.coded(scattered(position.value()), position.last())
                : position;
    }

    private long scattered(long position) {
        // Fibonacci hashing: the golden ratio of 2^64 leaves neighbours far apart in the high bits.
        long hash = (position * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - shardBits);
        return hash << counterBits() | position;
    }

    @Override
    public long observe(long last, long sent, Moment moment) {
        long position = sent & counterMax();
        boolean own =
                sent > 0 && position > 0 && scattered(position) == sent && (position - 1) % step == moment.shard();
        return own && position > last ? position : last;
    }
}
