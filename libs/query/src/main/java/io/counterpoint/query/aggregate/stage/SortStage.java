package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.aggregate.flow.BlockingIterator;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.memory.ExternalSorter;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.query.sort.SortPattern;
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

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.location(15973, "the $sort key specification must be an object");
        }
        if (argument.asDocument().isEmpty()) {
            throw StageErrors.location(15976, "$sort stage must have at least one sort key");
        }
        return List.of(of(argument.asDocument(), parsing.query().order()));
    }

    /** An order without a limit. */
    static SortStage of(BsonDocument sort, ValueOrder order) {
        return new SortStage(sort, SortPattern.parse(sort, order), Long.MAX_VALUE);
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
        return new BlockingIterator(input, all -> sort(all, context.memory()));
    }

    private DocumentIterator sort(DocumentIterator input, StageMemory memory) {
        KeyedDocument.Format format = new KeyedDocument.Format(pattern);
        return SortedFlow.of(
                input, new ExternalSorter<>(format, memory, limit), format::entry, KeyedDocument::document);
    }
}
