package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.LookaheadIterator;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.memory.MemoryBudget;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** A {@code $lookup} whose pipeline gives the same for every document: run once, when the first document comes. */
final class UncorrelatedJoin extends LookaheadIterator {
    private final DocumentIterator input;
    private final StageContext context;
    private final String from;
    private final String as;
    private final List<BsonDocument> stages;
    private @Nullable BsonArray matches;

    UncorrelatedJoin(DocumentIterator input, StageContext context, String from, String as, List<BsonDocument> stages) {
        this.input = input;
        this.context = context;
        this.from = from;
        this.as = as;
        this.stages = stages;
    }

    @Override
    protected @Nullable BsonDocument advance() {
        return input.hasNext() ? DocumentEdit.put(input.next(), as, matches()) : null;
    }

    @Override
    public void close() {
        input.close();
    }

    private BsonArray matches() {
        BsonArray known = matches;
        if (known == null) {
            known = read();
            matches = known;
        }
        return known;
    }

    private BsonArray read() {
        BsonArray read = new BsonArray();
        MemoryBudget budget = LookupStage.budget(from, context);
        try (DocumentIterator found =
                context.environment().aggregate(context.database(), from, stages, context.query())) {
            while (found.hasNext()) {
                BsonDocument document = found.next();
                budget.hold(document);
                read.add(document);
            }
        }
        return read;
    }
}
