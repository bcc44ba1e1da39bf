package io.counterpoint.query.accumulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import org.bson.BsonArray;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The values of the last so many documents, null where it is missing. */
final class LastState implements Accumulator {
    private final int count;
    private final Deque<BsonValue> kept = new ArrayDeque<>();

    LastState(int count) {
        this.count = count;
    }

    @Override
    public void add(@Nullable BsonValue value) {
        kept.addLast(TopState.orNull(value));
        if (kept.size() > count) {
            kept.removeFirst();
        }
    }

    @Override
    public BsonValue result() {
        return new BsonArray(new ArrayList<>(kept));
    }

    @Override
    public void merge(BsonValue partial) {
        partial.asArray().forEach(this::add);
    }
}
