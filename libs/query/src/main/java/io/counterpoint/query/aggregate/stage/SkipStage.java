package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.LookaheadIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$skip: n}}: all documents but the first.
 *
 * <p>Source: MongoDB manual, "$skip (aggregation)".
 *
 * @param count 0 or more
 */
public record SkipStage(long count) implements Stage {
    static final String NAME = "$skip";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        return List.of(new SkipStage(StageNumbers.nonNegative(NAME, argument, 5107200)));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(NAME, new BsonInt64(count));
    }

    @Override
    public StageSplit split() {
        return new StageSplit.OnRouter();
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        return new LookaheadIterator() {
            private long skipped;

            @Override
            protected @Nullable BsonDocument advance() {
                while (skipped < count && input.hasNext()) {
                    input.next();
                    skipped++;
                }
                return input.hasNext() ? input.next() : null;
            }

            @Override
            public void close() {
                input.close();
            }
        };
    }
}
