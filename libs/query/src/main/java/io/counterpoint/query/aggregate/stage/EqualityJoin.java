package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.LookaheadIterator;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.memory.Detached;
import io.counterpoint.query.memory.MemoryBudget;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A {@code $lookup} by equality of fields. Takes its input in blocks, reads what belongs to any document of the block
 * at once, and hands it out by a hash table over the joined field. What belongs to a value is kept for later blocks, as
 * far as there is room: most collections are joined to a smaller one. The order of the other collection's documents is
 * kept, so a document with several values is read for by itself.
 */
final class EqualityJoin extends LookaheadIterator {
    /**
     * Enough to make the cost of a read small beside that of its documents, few enough to keep the first result near.
     */
    private static final int BLOCK_COUNT = 100;

    /** What is kept for later blocks, at most, and as a part of what the stage may hold. */
    private static final long KNOWN_BYTES_MAX = 16L << 20;

    private static final int KNOWN_SHARE = 4;

    private final DocumentIterator input;
    private final StageContext context;
    private final String from;
    private final String as;
    private final JoinFields fields;
    private final ValueOrder order;
    private final KnownMatches known;
    private final Queue<BsonDocument> ready = new ArrayDeque<>();

    EqualityJoin(DocumentIterator input, StageContext context, String from, String as, JoinFields fields) {
        this.input = input;
        this.context = context;
        this.from = from;
        this.as = as;
        this.fields = fields;
        this.order = context.query().order();
        this.known = new KnownMatches(
                order, Math.min(KNOWN_BYTES_MAX, context.memory().bytesMax() / KNOWN_SHARE));
    }

    @Override
    protected @Nullable BsonDocument advance() {
        if (ready.isEmpty()) {
            joinBlock();
        }
        return ready.poll();
    }

    @Override
    public void close() {
        ready.clear();
        input.close();
    }

    private void joinBlock() {
        List<BsonDocument> block = new ArrayList<>(BLOCK_COUNT);
        List<List<BsonValue>> valuesOfBlock = new ArrayList<>(BLOCK_COUNT);
        Set<ValueKey> wanted = new LinkedHashSet<>();
        while (block.size() < BLOCK_COUNT && input.hasNext()) {
            BsonDocument document = input.next();
            List<BsonValue> values = fields.localValues(document);
            block.add(document);
            valuesOfBlock.add(values);
            if (known.of(values) == null) {
                values.forEach(value -> wanted.add(new ValueKey(value, order)));
            }
        }
        if (block.isEmpty()) {
            return;
        }
        ForeignDocuments foreign = wanted.isEmpty() ? new ForeignDocuments(order) : read(wanted);
        for (int i = 0; i < block.size(); i++) {
            List<BsonValue> values = valuesOfBlock.get(i);
            List<BsonDocument> matches = known.of(values);
            ready.add(DocumentEdit.put(
                    block.get(i), as, new BsonArray(matches == null ? foreign.matching(values) : matches)));
        }
        // Only now, so that what this block still needs is not forgotten to make room.
        wanted.forEach(key -> known.put(key.value(), foreign.matching(List.of(key.value()))));
    }

    private ForeignDocuments read(Collection<ValueKey> wanted) {
        List<BsonValue> values = wanted.stream().map(ValueKey::value).toList();
        ForeignDocuments foreign = new ForeignDocuments(order);
        MemoryBudget budget = LookupStage.budget(from, context);
        try (DocumentIterator found = context.environment()
                .aggregate(context.database(), from, List.of(fields.match(values)), context.query())) {
            while (found.hasNext()) {
                BsonDocument document = found.next();
                budget.hold(document);
                foreign.add(document, fields.foreignValues(document));
            }
        }
        return foreign;
    }

    /** Documents of the other collection by the values of the joined field. */
    private static final class ForeignDocuments {
        private final ValueOrder order;
        private final List<BsonDocument> documents = new ArrayList<>();
        private final Map<ValueKey, Set<Integer>> positions = new HashMap<>();

        ForeignDocuments(ValueOrder order) {
            this.order = order;
        }

        void add(BsonDocument document, List<BsonValue> values) {
            for (BsonValue value : values) {
                positions
                        .computeIfAbsent(new ValueKey(value, order), absent -> new LinkedHashSet<>(1))
                        .add(documents.size());
            }
            documents.add(document);
        }

        List<BsonDocument> matching(List<BsonValue> values) {
            Set<Integer> found = new TreeSet<>();
            for (BsonValue value : values) {
                found.addAll(positions.getOrDefault(new ValueKey(value, order), Set.of()));
            }
            List<BsonDocument> matches = new ArrayList<>(found.size());
            found.forEach(position -> matches.add(documents.get(position)));
            return matches;
        }
    }

    /** What belongs to values that were read for, until it gets too much: then all of it goes. */
    private static final class KnownMatches {
        private final Map<ValueKey, List<BsonDocument>> matches = new HashMap<>();
        private final ValueOrder order;
        private final long bytesMax;
        private long bytes;

        KnownMatches(ValueOrder order, long bytesMax) {
            this.order = order;
            this.bytesMax = bytesMax;
        }

        /** What belongs to a document's values; null when that is not known, or there are several. */
        @Nullable
        List<BsonDocument> of(List<BsonValue> values) {
            return values.size() == 1 ? matches.get(new ValueKey(values.get(0), order)) : null;
        }

        void put(BsonValue value, List<BsonDocument> documents) {
            long size = MemoryBudget.estimate(value);
            for (BsonDocument document : documents) {
                size += MemoryBudget.estimate(document);
            }
            if (bytes + size > bytesMax) {
                matches.clear();
                bytes = 0;
            }
            if (size <= bytesMax) {
                // The value is a part of a document that need not be kept.
                matches.put(new ValueKey(Detached.copyOf(value), order), documents);
                bytes += size;
            }
        }
    }
}
