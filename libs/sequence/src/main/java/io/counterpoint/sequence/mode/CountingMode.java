package io.counterpoint.sequence.mode;

import io.counterpoint.sequence.mode.DeclaredProperties.Order;
import io.counterpoint.sequence.mode.DeclaredProperties.Reach;
import java.util.OptionalLong;

/**
 * The default mode {@code per_shard}: each shard counts for itself, {@code last + increment}. No number is lost but by
 * an aborted transaction. Source: the sequences contract, 1.2 and 3.1.
 */
public record CountingMode(NumberRange range) implements LocalMode {
    @Override
    public DeclaredProperties properties() {
        return new DeclaredProperties(Reach.SHARD, Order.CONSECUTIVE_PER_SHARD, 0, 0, false, 63);
    }

    @Override
    public long initial() {
        return range.initial();
    }

    @Override
    public Step next(long last, Moment moment) {
        OptionalLong next = range.next(last);
        return next.isPresent() ? Step.issued(next.getAsLong()) : Step.none(Step.Outcome.EXHAUSTED, last);
    }

    @Override
    public long observe(long last, long sent, Moment moment) {
        return range.raise(last, sent);
    }
}
