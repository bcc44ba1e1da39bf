package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.LookaheadIterator;
import io.counterpoint.query.aggregate.flow.StageContext;
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
 * at once, and hands it out by a hash table over the joined field. The order of the other collection's documents is
 * kept.
 */
final class EqualityJoin extends LookaheadIterator {
    /**
     * Enough to make the cost of a read small beside that of its documents, few enough to keep the first result near.
     */
    private static final int BLOCK_COUNT = 100;

    private final DocumentIterator input;
    private final StageContext context;
    private final String from;
    private final String as;
    private final JoinFields fields;
    private final ValueOrder order;
    private final Queue<BsonDocument> ready = new ArrayDeque<>();

    EqualityJoin(DocumentIterator input, StageContext context, String from, String as, JoinFields fields) {
        this.input = input;
        this.context = context;
        this.from = from;
        this.as = as;
        this.fields = fields;
        this.order = context.query().order();
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
            values.forEach(value -> wanted.add(new ValueKey(value, order)));
        }
        if (block.isEmpty()) {
            return;
        }
        ForeignDocuments foreign = wanted.isEmpty() ? new ForeignDocuments(order) : read(wanted);
        for (int i = 0; i < block.size(); i++) {
            ready.add(DocumentEdit.put(block.get(i), as, foreign.matching(valuesOfBlock.get(i))));
        }
    }

    private ForeignDocuments read(Collection<ValueKey> wanted) {
        List<BsonValue> values = wanted.stream().map(ValueKey::value).toList();
        ForeignDocuments foreign = new ForeignDocuments(order);
        MemoryBudget budget =
                new MemoryBudget(LookupStage.NAME, context.memory().bytesMax());
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

        BsonArray matching(List<BsonValue> values) {
            Set<Integer> found = new TreeSet<>();
            for (BsonValue value : values) {
                found.addAll(positions.getOrDefault(new ValueKey(value, order), Set.of()));
            }
            BsonArray matches = new BsonArray(found.size());
            found.forEach(position -> matches.add(documents.get(position)));
            return matches;
        }
    }
}
