package io.counterpoint.query.accumulator;

import io.counterpoint.bson.order.ValueOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** All values, or all that differ; missing ones are left out. They stay in the order of their first coming. */
final class ListState implements Accumulator {
    private final @Nullable ValueOrder distinctBy;
    private final List<BsonValue> values = new ArrayList<>();

    /** For distinct values: the values with the same hash. */
    private final Map<Integer, List<BsonValue>> byHash = new HashMap<>();

    private ListState(@Nullable ValueOrder distinctBy) {
        this.distinctBy = distinctBy;
    }

    /** All values. */
    static ListState ofAll() {
        return new ListState(null);
    }

    /** Of values that are equal in an order only the first. */
    static ListState ofDistinct(ValueOrder order) {
        return new ListState(order);
    }

    @Override
    public void add(@Nullable BsonValue value) {
        if (value != null && (distinctBy == null || isNew(value, distinctBy))) {
            values.add(value);
        }
    }

    private boolean isNew(BsonValue value, ValueOrder order) {
        Collection<BsonValue> same = byHash.computeIfAbsent(order.hash(value), hash -> new ArrayList<>(1));
        return same.stream().noneMatch(other -> order.equal(other, value)) && same.add(value);
    }

    @Override
    public BsonValue result() {
        return new BsonArray(values);
    }

    @Override
    public void merge(BsonValue partial) {
        partial.asArray().forEach(this::add);
    }
}
