package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.LookaheadIterator;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.window.Partition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The output of a {@code $setWindowFields} over documents that come in its order: one partition after another. */
final class WindowedDocuments extends LookaheadIterator {
    private final SetWindowFieldsStage stage;
    private final DocumentIterator input;
    private final long memoryBytesMax;

    /** The first document of the next partition. */
    private @Nullable BsonDocument ahead;

    private List<BsonDocument> documents = List.of();
    private Map<String, @Nullable BsonValue[]> values = Map.of();
    private int next;

    /**
     * Nothing is read yet.
     *
     * @param input closed with this
     */
    WindowedDocuments(SetWindowFieldsStage stage, DocumentIterator input, StageContext context) {
        this.stage = stage;
        this.input = input;
        this.memoryBytesMax = context.memoryBytesMax();
    }

    @Override
    protected @Nullable BsonDocument advance() {
        if (next == documents.size() && !readPartition()) {
            return null;
        }
        BsonDocument computed = new BsonDocument();
        int index = next++;
        values.forEach((path, ofPath) -> {
            BsonValue value = ofPath[index];
            if (value != null) {
                computed.put(path, value);
            }
        });
        BsonDocument result = stage.assignment().apply(documents.get(index), computed);
        String computedField = stage.partition().computedField();
        if (computedField != null) {
            result.remove(computedField);
        }
        return result;
    }

    private boolean readPartition() {
        BsonDocument first = ahead != null ? ahead : nextOf(input);
        ahead = null;
        documents = new ArrayList<>();
        next = 0;
        if (first == null) {
            return false;
        }
        MemoryBudget budget = new MemoryBudget(SetWindowFieldsStage.NAME, memoryBytesMax);
        BsonValue key = stage.partition().keyOf(first, stage.variables());
        BsonDocument document = first;
        while (document != null) {
            budget.hold(document);
            documents.add(document);
            document = nextOf(input);
            if (document != null && !BsonOrder.equal(key, stage.partition().keyOf(document, stage.variables()))) {
                ahead = document;
                document = null;
            }
        }
        compute();
        return true;
    }

    private void compute() {
        Partition partition = new Partition(documents, documents.size(), stage.sort(), stage.variables());
        Map<String, @Nullable BsonValue[]> computed = new LinkedHashMap<>();
        stage.functions().forEach((path, function) -> computed.put(path, function.over(partition)));
        values = computed;
    }

    private static @Nullable BsonDocument nextOf(DocumentIterator documents) {
        return documents.hasNext() ? documents.next() : null;
    }

    @Override
    public void close() {
        input.close();
        documents = List.of();
        next = 0;
    }
}
