package io.counterpoint.sequence.mode;

import io.counterpoint.sequence.mode.DeclaredProperties.Order;
import io.counterpoint.sequence.mode.DeclaredProperties.Reach;

/**
 * The bits of a strided counter in reverse order, so that neighbours lie far apart. {@code last} is the counter, not
 * the number.
 *
 * @param step how many shards there can be
 * @param startWithCounter first position of the counter
 * @param bits of a number: 63, or 53
 */
public record BitReversedMode(long step, long startWithCounter, int bits) implements LocalMode {
    /** No counter gets this far by counting: numbers whose counter would lie beyond were not made by this mode. */
    private static final long COUNTER_MAX = 1L << 48;

    @Override
    public DeclaredProperties properties() {
        return new DeclaredProperties(Reach.CLUSTER, Order.NONE, 0, 0, false, bits);
    }

    @Override
    public long initial() {
        return startWithCounter - 1;
    }

    private StridedMode counter() {
        return new StridedMode(new NumberRange(startWithCounter, 1, 1, COUNTER_MAX, false), step);
    }

    @Override
    public Step next(long last, Moment moment) {
        Step position = counter().next(last, moment);
        return position.outcome() == Step.Outcome.ISSUED
                ? Step.coded(reversed(position.value()), position.last())
                : position;
    }

    /** A counter for a number and a number for a counter. */
    public long reversed(long value) {
        return Long.reverse(value) >>> (Long.SIZE - bits);
    }

    @Override
    public long observe(long last, long sent, Moment moment) {
        if (sent <= 0 || sent >>> bits != 0) {
            return last;
        }
        long position = reversed(sent);
        boolean own = position >= startWithCounter
                && position <= COUNTER_MAX
                && (position - startWithCounter) % step == moment.shard();
        return own && position > last ? position : last;
    }
}
