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
 * {@code {$limit: n}}: the first documents only. Stops reading its input when it has them.
 *
 * <p>Source: MongoDB manual, "$limit (aggregation)".
 *
 * @param count 1 or more
 */
public record LimitStage(long count) implements Stage {
    static final String NAME = "$limit";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        long count = StageNumbers.nonNegative(NAME, argument, 5107201);
        if (count == 0) {
            throw StageErrors.location(15958, "the limit must be positive");
        }
        return List.of(new LimitStage(count));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(NAME, new BsonInt64(count));
    }

    @Override
    public StageSplit split() {
        return new StageSplit.Partial(List.of(this), List.of(this), null);
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        return new LookaheadIterator() {
            private long taken;

            @Override
            protected @Nullable BsonDocument advance() {
                if (taken == count || !input.hasNext()) {
                    return null;
                }
                taken++;
                return input.next();
            }

            @Override
            public void close() {
                input.close();
            }
        };
    }
}
