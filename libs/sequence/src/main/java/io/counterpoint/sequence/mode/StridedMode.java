package io.counterpoint.sequence.mode;

import io.counterpoint.sequence.mode.DeclaredProperties.Order;
import io.counterpoint.sequence.mode.DeclaredProperties.Reach;
import java.util.OptionalLong;

/**
 * Each shard owns the numbers {@code start + increment * (shard + step * k)}.
 *
 * @param range counts up and does not cycle
 * @param step how many shards there can be
 */
public record StridedMode(NumberRange range, long step) implements LocalMode {
    @Override
    public DeclaredProperties properties() {
        return new DeclaredProperties(Reach.CLUSTER, Order.RISING_PER_SHARD, 0, 0, false, 63);
    }

    @Override
    public long initial() {
        return range.initial();
    }

    /** The least own number above {@code last}, wherever that stands: a counter never goes back to align itself. */
    @Override
    public Step next(long last, Moment moment) {
        if (moment.shard() >= step) {
            return Step.none(Step.Outcome.NO_ROOM_FOR_SHARD, last);
        }
        try {
            long first = Math.addExact(range.start(), Math.multiplyExact(range.increment(), moment.shard()));
            long stride = Math.multiplyExact(range.increment(), step);
            long value = first;
            if (last >= first) {
                long taken = Math.subtractExact(last, first) / stride;
                value = Math.addExact(first, Math.multiplyExact(Math.addExact(taken, 1), stride));
            }
            return value <= range.max() ? Step.issued(value) : Step.none(Step.Outcome.EXHAUSTED, last);
        } catch (ArithmeticException beyond64Bits) {
            return Step.none(Step.Outcome.EXHAUSTED, last);
        }
    }

    /** Ordinal of the shard that owns a number; empty for one that no shard makes. */
    public OptionalLong shardOf(long value) {
        long distance = value - range.start();
        return value < range.start() || distance % range.increment() != 0
                ? OptionalLong.empty()
                : OptionalLong.of(distance / range.increment() % step);
    }

    @Override
    public long observe(long last, long sent, Moment moment) {
        return range.raise(last, sent);
    }
}
