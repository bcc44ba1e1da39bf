package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.ValueText;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code {$indexStats: {}}}: one document for each index of the collection.
 *
 * <p>Source: MongoDB manual, "$indexStats (aggregation)".
 */
record IndexStatsStage() implements Stage {
    static final String NAME = "$indexStats";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument() || !argument.asDocument().isEmpty()) {
            throw StageErrors.location(
                    28803,
                    "The $indexStats stage specification must be an empty object, found "
                            + ValueText.element(NAME, argument));
        }
        return List.of(new IndexStatsStage());
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(NAME, new BsonDocument());
    }

    @Override
    public StageSplit split() {
        return new StageSplit.OnShards();
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        input.close();
        return context.environment().indexStats(context.database(), context.collection());
    }
}
