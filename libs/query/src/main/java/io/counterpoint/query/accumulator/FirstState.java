package io.counterpoint.query.accumulator;

import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The value of the first or of the last document; null when it is missing there. Partial form: {@code [value]}, or
 * {@code []} when there was no document.
 */
final class FirstState implements Accumulator {
    private final boolean last;
    private boolean seen;
    private BsonValue value = BsonNull.VALUE;

    FirstState(boolean last) {
        this.last = last;
    }

    @Override
    public void add(@Nullable BsonValue added) {
        if (!seen || last) {
            value = added == null ? BsonNull.VALUE : added;
            seen = true;
        }
    }

    @Override
    public BsonValue result() {
        return value;
    }

    @Override
    public BsonValue partial() {
        BsonArray partial = new BsonArray();
        if (seen) {
            partial.add(value);
        }
        return partial;
    }

    @Override
    public void merge(BsonValue partial) {
        partial.asArray().forEach(this::add);
    }
}
