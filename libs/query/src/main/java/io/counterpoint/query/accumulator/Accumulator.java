package io.counterpoint.query.accumulator;

import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The state of one accumulator for one group. Mutable, one thread.
 *
 * <p>Contract of the partial form: for every way to deal the values out to several states in order, merging the states'
 * partial results in that order into a new state gives the result that adding all values to one state gives.
 */
public interface Accumulator {
    /**
     * Adds the value of one document.
     *
     * @param value of the {@link Accumulation#argument}; null for a missing one
     */
    void add(@Nullable BsonValue value);

    /** The result so far. */
    BsonValue result();

    /** The state as a value that another state can merge; only meant for {@link #merge}. */
    default BsonValue partial() {
        return result();
    }

    /** Adds what another state of the same accumulator has seen, given its partial form. */
    default void merge(BsonValue partial) {
        add(partial);
    }
}
