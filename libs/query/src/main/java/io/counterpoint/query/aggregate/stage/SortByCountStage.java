package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageParsing;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * {@code {$sortByCount: expression}}: how often each value occurs, most frequent first. Short for
 *
 * <pre>
 * {$group: {_id: expression, count: {$sum: 1}}}, {$sort: {count: -1}}
 * </pre>
 *
 * <p>Source: MongoDB manual, "$sortByCount (aggregation)".
 */
final class SortByCountStage {
    static final String NAME = "$sortByCount";

    private SortByCountStage() {}

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (argument.isString()) {
            if (!argument.asString().getValue().startsWith("$")) {
                throw StageErrors.location(
                        40148,
                        "the sortByCount field must be defined as a $-prefixed path or an expression inside an object");
            }
        } else if (!argument.isDocument()) {
            throw StageErrors.location(40149, "the sortByCount field must be specified as a string or as an object");
        } else if (argument.asDocument().isEmpty()
                || !argument.asDocument().getFirstKey().startsWith("$")) {
            throw StageErrors.location(
                    40147,
                    "the sortByCount field must be defined as a $-prefixed path or an expression inside an object");
        }
        BsonDocument group =
                new BsonDocument("_id", argument).append("count", new BsonDocument("$sum", new BsonInt32(1)));
        List<Stage> stages = new ArrayList<>(GroupStage.parse(group, parsing));
        stages.addAll(SortStage.parse(new BsonDocument("count", new BsonInt32(-1)), parsing));
        return stages;
    }
}
