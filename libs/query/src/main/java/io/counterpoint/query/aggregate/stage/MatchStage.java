package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.LookaheadIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.filter.Filter;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$match: filter}}: lets through the documents that a filter selects.
 *
 * <p>Source: MongoDB manual, "$match (aggregation)".
 *
 * @param filter which documents
 */
public record MatchStage(Filter filter) implements Stage {
    static final String NAME = "$match";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.location(15959, "the match filter must be an expression in an object");
        }
        return List.of(new MatchStage(Filter.parse(argument.asDocument(), parsing.query())));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(NAME, filter.source());
    }

    @Override
    public StageSplit split() {
        return new StageSplit.OnShards();
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        return new LookaheadIterator() {
            @Override
            protected @Nullable BsonDocument advance() {
                while (input.hasNext()) {
                    BsonDocument document = input.next();
                    if (filter.matches(document)) {
                        return document;
                    }
                }
                return null;
            }

            @Override
            public void close() {
                input.close();
            }
        };
    }
}
