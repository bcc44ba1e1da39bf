package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.LookaheadIterator;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.memory.Detached;
import io.counterpoint.query.memory.DocumentBuffer;
import io.counterpoint.query.memory.MemoryBudget;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.query.window.Partition;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The output of a {@code $setWindowFields} over documents that come in its order: one partition after another. */
final class WindowedDocuments extends LookaheadIterator {
    private final SetWindowFieldsStage stage;
    private final DocumentIterator input;
    private final StageMemory memory;

    /** In which equal keys are one partition. */
    private final ValueOrder order;

    /** The first document of the next partition. */
    private @Nullable BsonDocument ahead;

    private @Nullable DocumentBuffer documents;
    private Iterator<BsonDocument> unshown = Collections.emptyIterator();
    private Map<String, @Nullable BsonValue[]> values = Map.of();

    /** Which document of the partition comes next. */
    private int next;

    /**
     * Nothing is read yet.
     *
     * @param input closed with this
     */
    WindowedDocuments(SetWindowFieldsStage stage, DocumentIterator input, StageContext context) {
        this.stage = stage;
        this.input = input;
        this.memory = context.memory();
        this.order = context.query().order();
    }

    @Override
    protected @Nullable BsonDocument advance() {
        if (!unshown.hasNext() && !readPartition()) {
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
        BsonDocument result = stage.assignment().apply(unshown.next(), computed);
        String computedField = stage.partition().computedField();
        if (computedField != null) {
            result.remove(computedField);
        }
        return result;
    }

    private boolean readPartition() {
        BsonDocument first = ahead != null ? ahead : nextOf(input);
        ahead = null;
        release();
        if (first == null) {
            return false;
        }
        DocumentBuffer partition = new DocumentBuffer(SetWindowFieldsStage.NAME, memory);
        documents = partition;
        BsonValue key = Detached.copyOf(stage.partition().keyOf(first, stage.variables()));
        BsonDocument document = first;
        while (document != null) {
            partition.add(document);
            document = nextOf(input);
            if (document != null && !order.equal(key, stage.partition().keyOf(document, stage.variables()))) {
                ahead = document;
                document = null;
            }
        }
        compute(partition);
        unshown = partition.iterator();
        return true;
    }

    private void compute(DocumentBuffer buffer) {
        MemoryBudget results = valueBudget();
        Map<String, @Nullable BsonValue[]> computed = new LinkedHashMap<>();
        stage.functions().forEach((path, function) -> {
            MemoryBudget inputs = valueBudget();
            @Nullable
            BsonValue[] ofPath =
                    function.over(new Partition(buffer, buffer.size(), stage.sort(), stage.variables(), inputs));
            hold(ofPath, results);
            computed.put(path, ofPath);
        });
        values = computed;
        next = 0;
    }

    /** Documents go to disk when they are too many, what functions make of them does not. */
    private MemoryBudget valueBudget() {
        return new MemoryBudget(
                memory.bytesMax(),
                () -> StageErrors.location(
                        5414201,
                        "Exceeded memory limit in $setWindowFields, max allowed is " + memory.bytesMax() + " bytes"));
    }

    /** Documents with the same window share their result. */
    private static void hold(@Nullable BsonValue[] ofPath, MemoryBudget budget) {
        BsonValue last = null;
        for (BsonValue value : ofPath) {
            if (value != null && value != last) {
                budget.hold(value);
            }
            last = value;
        }
    }

    private static @Nullable BsonDocument nextOf(DocumentIterator documents) {
        return documents.hasNext() ? documents.next() : null;
    }

    private void release() {
        unshown = Collections.emptyIterator();
        values = Map.of();
        if (documents != null) {
            documents.close();
            documents = null;
        }
    }

    @Override
    public void close() {
        input.close();
        release();
    }
}
