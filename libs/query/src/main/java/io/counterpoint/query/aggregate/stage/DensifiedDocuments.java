package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.LookaheadIterator;
import io.counterpoint.query.memory.Detached;
import io.counterpoint.query.memory.MemoryBudget;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The output of a {@code $densify} over documents that come in its order. For each partition it knows which value is
 * due next; before a document comes out all values below its own do, and in the end what is left of the range.
 */
final class DensifiedDocuments extends LookaheadIterator {
    /** Most documents that one stage makes; MongoDB's default of {@code internalQueryMaxAllowedDensifyDocs}. */
    private static final long GENERATED_COUNT_MAX = 500_000;

    private final DensifyStage stage;
    private final DensifyRange range;
    private final DocumentIterator input;
    private final MemoryBudget budget;

    /** In which equal fields are one partition. */
    private final ValueOrder order;

    /** By partition, as a document of its fields, the value that is due next. */
    private final Map<ValueKey, BsonValue> due = new LinkedHashMap<>();

    private @Nullable Gap gap;

    /** Of all values, which come in order when partitions share their bounds. */
    private @Nullable BsonValue least;

    private @Nullable BsonValue greatest;

    /** What is left when the input has ended. */
    private @Nullable Iterator<Gap> last;

    private long generatedCount;

    /** Values that a partition lacks, from {@link #next} to {@link #end}, and the document that follows them. */
    private static final class Gap {
        private final BsonDocument partition;
        private final BsonValue end;
        private final boolean endIncluded;
        private final @Nullable BsonDocument document;
        private BsonValue next;

        Gap(
                BsonDocument partition,
                BsonValue next,
                BsonValue end,
                boolean endIncluded,
                @Nullable BsonDocument document) {
            this.partition = partition;
            this.next = next;
            this.end = end;
            this.endIncluded = endIncluded;
            this.document = document;
        }

        boolean isClosed() {
            int order = BsonOrder.compare(next, end);
            return endIncluded ? order > 0 : order >= 0;
        }
    }

    /**
     * Nothing is read yet.
     *
     * @param input closed with this
     */
    DensifiedDocuments(DensifyStage stage, DocumentIterator input, MemoryBudget budget, ValueOrder order) {
        this.stage = stage;
        this.range = stage.range();
        this.input = input;
        this.budget = budget;
        this.order = order;
    }

    @Override
    protected @Nullable BsonDocument advance() {
        while (true) {
            Gap open = gap;
            if (open != null && !open.isClosed()) {
                return generate(open);
            }
            gap = null;
            if (open != null && open.document != null) {
                return open.document;
            }
            if (input.hasNext()) {
                BsonDocument document = input.next();
                BsonValue value = DocumentEdit.get(document, stage.field());
                if (value == null || value.isNull() || value.getBsonType() == BsonType.UNDEFINED) {
                    return document;
                }
                range.checkValue(value);
                gap = before(document, value);
            } else {
                Iterator<Gap> left = last == null ? gapsLeft().iterator() : last;
                last = left;
                if (!left.hasNext()) {
                    return null;
                }
                gap = left.next();
            }
        }
    }

    private Gap before(BsonDocument document, BsonValue value) {
        least = least == null ? value : least;
        greatest = value;
        BsonDocument partition = partitionOf(document);
        ValueKey key = new ValueKey(partition, order);
        BsonValue start = due.get(key);
        if (start == null) {
            budget.hold(partition);
            start = switch (range.kind()) {
                case EXPLICIT -> range.requireLower();
                case FULL -> least;
                case PARTITION -> value;
            };
        }
        BsonValue end = value;
        if (range.kind() == DensifyRange.Kind.EXPLICIT && BsonOrder.compare(value, range.requireUpper()) > 0) {
            end = range.requireUpper();
        }
        due.put(key, dueAfter(start, end, value));
        return new Gap(partition, start, end, false, document);
    }

    /** Steps over the values of the gap, and over the document's own when it is one of those that were due. */
    private BsonValue dueAfter(BsonValue start, BsonValue end, BsonValue value) {
        BsonValue next = start;
        long steps = 0;
        while (BsonOrder.compare(next, end) < 0) {
            next = range.next(next);
            checkCount(generatedCount + ++steps);
        }
        return BsonOrder.equal(next, value) ? range.next(next) : next;
    }

    private List<Gap> gapsLeft() {
        return switch (range.kind()) {
            case PARTITION -> List.of();
            case EXPLICIT -> {
                BsonValue end = range.requireUpper();
                // Without a document to take a partition from, the range is filled without one.
                yield due.isEmpty()
                        ? List.of(new Gap(new BsonDocument(), range.requireLower(), end, false, null))
                        : gapsUpTo(end, false);
            }
            case FULL -> greatest == null ? List.of() : gapsUpTo(greatest, true);
        };
    }

    private List<Gap> gapsUpTo(BsonValue end, boolean included) {
        return due.entrySet().stream()
                .map(entry -> new Gap(entry.getKey().value().asDocument(), entry.getValue(), end, included, null))
                .toList();
    }

    private BsonDocument generate(Gap open) {
        checkCount(++generatedCount);
        BsonDocument document = DocumentEdit.put(open.partition, stage.field(), open.next);
        open.next = range.next(open.next);
        return document;
    }

    private static void checkCount(long count) {
        if (count > GENERATED_COUNT_MAX) {
            throw StageErrors.location(
                    5897900,
                    "Generated " + count + " documents in $densify, which is over the limit of " + GENERATED_COUNT_MAX
                            + ". Increase the 'internalQueryMaxAllowedDensifyDocs' parameter to allow more generated"
                            + " documents");
        }
    }

    private BsonDocument partitionOf(BsonDocument document) {
        BsonDocument partition = new BsonDocument();
        for (String name : stage.partitionFields()) {
            BsonValue value = DocumentEdit.get(document, name);
            if (value != null) {
                partition = DocumentEdit.put(partition, name, Detached.copyOf(value));
            }
        }
        checkPath(partition, stage.field());
        return partition;
    }

    /** The field must have room beside the fields of the partition. */
    private static void checkPath(BsonDocument partition, String path) {
        int dot = path.indexOf('.');
        BsonValue value = partition.get(dot < 0 ? path : path.substring(0, dot));
        if (value instanceof BsonArray) {
            throw StageErrors.location(5733307, "$densify cannot generate fields nested inside arrays");
        }
        if (dot < 0 || value == null) {
            return;
        }
        if (!(value instanceof BsonDocument inner)) {
            throw StageErrors.location(5733308, "$densify cannot overwrite non-object values with objects");
        }
        checkPath(inner, path.substring(dot + 1));
    }

    @Override
    public void close() {
        input.close();
    }
}
