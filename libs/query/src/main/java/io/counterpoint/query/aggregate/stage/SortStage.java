package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.aggregate.flow.BlockingIterator;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.sort.SortPattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code {$sort: {path: 1, …}}}. Equal documents keep the order in which they came.
 *
 * <p>Source: MongoDB manual, "$sort (aggregation)".
 *
 * @param source the argument
 * @param pattern the order
 * @param limit how many documents the stages that follow can use; {@link Long#MAX_VALUE} for any number. Only a hint:
 *     more may come out
 */
public record SortStage(BsonDocument source, SortPattern pattern, long limit) implements Stage {
    static final String NAME = "$sort";

    /** Sorting by halves pays only when there is something to throw away. */
    private static final int BUFFER_COUNT_MIN = 1_024;

    /** A document with what it is sorted by, computed once. */
    private static final class Keyed {
        private final BsonValue[] key;
        private final BsonDocument document;

        Keyed(BsonValue[] key, BsonDocument document) {
            this.key = key;
            this.document = document;
        }
    }

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.location(15973, "the $sort key specification must be an object");
        }
        if (argument.asDocument().isEmpty()) {
            throw StageErrors.location(15976, "$sort stage must have at least one sort key");
        }
        return List.of(new SortStage(
                argument.asDocument(),
                SortPattern.parse(argument.asDocument(), parsing.query().order()),
                Long.MAX_VALUE));
    }

    /** The same order for a reader that takes no more than some documents. */
    public SortStage withLimit(long count) {
        return new SortStage(source, pattern, Math.min(limit, count));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(NAME, source);
    }

    @Override
    public StageSplit split() {
        return new StageSplit.Partial(List.of(this), List.of(), pattern);
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        return new BlockingIterator(input, all -> sort(all, new MemoryBudget(NAME, context.memoryBytesMax())));
    }

    /** With a limit, what cannot be among the first is thrown away whenever the buffer has twice as many. */
    private Iterator<BsonDocument> sort(DocumentIterator input, MemoryBudget budget) {
        Comparator<Keyed> order = (left, right) -> pattern.compareKeys(left.key, right.key);
        long bufferCountMax = limit > Integer.MAX_VALUE / 4 ? Long.MAX_VALUE : Math.max(2 * limit, BUFFER_COUNT_MIN);
        List<Keyed> buffer = new ArrayList<>();
        while (input.hasNext()) {
            BsonDocument document = input.next();
            budget.hold(document);
            buffer.add(new Keyed(pattern.key(document), document));
            if (buffer.size() >= bufferCountMax) {
                buffer.sort(order);
                List<Keyed> beyond = buffer.subList((int) limit, buffer.size());
                beyond.forEach(keyed -> budget.release(keyed.document));
                beyond.clear();
            }
        }
        buffer.sort(order);
        return buffer.stream().map(keyed -> keyed.document).iterator();
    }
}
