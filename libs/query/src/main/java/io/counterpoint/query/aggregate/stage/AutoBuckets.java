package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.query.accumulator.Accumulator;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.LookaheadIterator;
import io.counterpoint.query.memory.ExternalSorter;
import io.counterpoint.query.memory.StageMemory;
import java.util.Collections;
import java.util.Iterator;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The output of a {@code $bucketAuto}: its documents in the order of their values, bucket after bucket. */
final class AutoBuckets extends LookaheadIterator {
    private final BucketAutoStage stage;
    private final ExternalSorter<ValuedDocument> sorter;
    private Iterator<ValuedDocument> sorted = Collections.emptyIterator();

    /** How many documents a bucket wants. */
    private long sizeWanted;

    private int bucketCount;

    /** The first document of the next bucket. */
    private @Nullable ValuedDocument ahead;

    private @Nullable BsonValue previousMax;

    /** Nothing is read yet. */
    AutoBuckets(BucketAutoStage stage, StageMemory memory) {
        this.stage = stage;
        this.sorter = new ExternalSorter<>(ValuedDocument.format(stage.order()), memory, Long.MAX_VALUE);
    }

    /** Reads an input to its end. */
    AutoBuckets over(DocumentIterator input) {
        boolean complete = false;
        try {
            long count = 0;
            for (; input.hasNext(); count++) {
                BsonDocument document = input.next();
                sorter.add(new ValuedDocument(stage.valueOf(document), document));
            }
            sizeWanted = Math.max(1, Math.round((double) count / stage.buckets()));
            sorted = sorter.sorted();
            ahead = following();
            complete = true;
            return this;
        } finally {
            if (!complete) {
                sorter.close();
            }
        }
    }

    private @Nullable ValuedDocument following() {
        return sorted.hasNext() ? sorted.next() : null;
    }

    @Override
    protected @Nullable BsonDocument advance() {
        ValuedDocument first = ahead;
        if (first == null) {
            return null;
        }
        bucketCount++;
        boolean last = bucketCount == stage.buckets();
        Accumulator[] states = stage.output().newStates();
        BsonValue greatest = first.value();
        ValuedDocument entry = first;
        for (long size = 0; entry != null && (last || size < sizeWanted || belongs(entry.value(), greatest)); size++) {
            stage.output().add(states, entry.document(), stage.variables());
            greatest = entry.value();
            entry = following();
        }
        ahead = entry;
        BsonDocument range = new BsonDocument("min", least(first.value()))
                .append("max", end(greatest, entry == null ? null : entry.value()));
        return stage.output().output(range, states);
    }

    /** Whether a value goes into a full bucket all the same: boundaries must tell it from those in the next one. */
    private boolean belongs(BsonValue value, BsonValue greatest) {
        Granularity granularity = stage.granularity();
        return stage.order().equal(value, greatest)
                || (granularity != null && stage.order().compare(value, granularity.above(greatest)) < 0);
    }

    private BsonValue least(BsonValue value) {
        Granularity granularity = stage.granularity();
        if (granularity == null) {
            return value;
        }
        return previousMax == null ? granularity.below(value) : previousMax;
    }

    private BsonValue end(BsonValue greatest, @Nullable BsonValue next) {
        Granularity granularity = stage.granularity();
        if (granularity == null) {
            return next == null ? greatest : next;
        }
        BsonValue boundary = granularity.above(greatest);
        BsonValue end = Numbers.isZero(boundary) && next != null ? granularity.below(next) : boundary;
        previousMax = end;
        return end;
    }

    @Override
    public void close() {
        sorter.close();
        sorted = Collections.emptyIterator();
        ahead = null;
    }
}
