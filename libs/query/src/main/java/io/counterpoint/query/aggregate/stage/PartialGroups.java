package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.accumulator.Accumulator;
import io.counterpoint.query.aggregate.flow.LookaheadIterator;
import io.counterpoint.query.memory.MemoryBudget;
import io.counterpoint.query.memory.SpillFormat;
import java.util.Comparator;
import java.util.Iterator;
import java.util.function.BiFunction;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a {@code $group} that went to disk: partial groups {@code {_id: key, p: [partial, …]}} in the order of
 * their keys, of which neighbours with equal keys are merged.
 */
final class PartialGroups extends LookaheadIterator {
    /** The field with the accumulators' partial states. */
    static final String PARTIALS = "p";

    private static final String ID = "_id";

    private final Iterator<BsonDocument> partials;
    private final AccumulatedFields fields;
    private final ValueOrder order;
    private final long memoryBytesMax;
    private final BiFunction<BsonValue, Accumulator[], BsonDocument> output;
    private final Runnable onClose;
    private @Nullable BsonDocument ahead;

    /**
     * Groups from their parts.
     *
     * @param partials in the order of the {@link #format}
     * @param order in which equal keys are one group
     * @param memoryBytesMax what the states of one group may hold, in bytes
     * @param output makes a document of a key and states
     */
    PartialGroups(
            Iterator<BsonDocument> partials,
            AccumulatedFields fields,
            ValueOrder order,
            long memoryBytesMax,
            BiFunction<BsonValue, Accumulator[], BsonDocument> output,
            Runnable onClose) {
        this.partials = partials;
        this.fields = fields;
        this.order = order;
        this.memoryBytesMax = memoryBytesMax;
        this.output = output;
        this.onClose = onClose;
    }

    /** Partial groups by their keys; on disk as they are. */
    static SpillFormat<BsonDocument> format(ValueOrder order) {
        return new Format(order);
    }

    /** A partial group. */
    static BsonDocument of(BsonValue key, BsonArray partials) {
        return new BsonDocument(ID, key).append(PARTIALS, partials);
    }

    private static BsonValue keyOf(BsonDocument partial) {
        return partial.get(ID, BsonNull.VALUE);
    }

    @Override
    protected @Nullable BsonDocument advance() {
        BsonDocument partial = ahead != null ? ahead : following();
        if (partial == null) {
            return null;
        }
        BsonValue key = keyOf(partial);
        Accumulator[] states = fields.newStates();
        MemoryBudget budget = new MemoryBudget(GroupStage.NAME, memoryBytesMax);
        while (partial != null && order.equal(key, keyOf(partial))) {
            if (!budget.takeAtMost(fields.merge(states, partial.getArray(PARTIALS)), () -> fields.bytesOf(states))) {
                throw fields.exceeded(memoryBytesMax);
            }
            partial = following();
        }
        ahead = partial;
        return output.apply(key, states);
    }

    private @Nullable BsonDocument following() {
        return partials.hasNext() ? partials.next() : null;
    }

    @Override
    public void close() {
        onClose.run();
    }

    private record Format(ValueOrder keys) implements SpillFormat<BsonDocument> {
        @Override
        public Comparator<BsonDocument> order() {
            return (left, right) -> keys.compare(keyOf(left), keyOf(right));
        }

        @Override
        public long bytes(BsonDocument entry) {
            return MemoryBudget.estimate(entry);
        }

        @Override
        public BsonDocument write(BsonDocument entry) {
            return entry;
        }

        @Override
        public BsonDocument read(RawDocument document) {
            return document;
        }
    }
}
