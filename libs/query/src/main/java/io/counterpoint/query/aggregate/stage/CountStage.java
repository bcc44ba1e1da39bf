package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageParsing;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * {@code {$count: field}}: how many documents there are; nothing when there is none. Short for
 *
 * <pre>
 * {$group: {_id: null, field: {$sum: 1}}}, {$project: {_id: 0}}
 * </pre>
 *
 * <p>Source: MongoDB manual, "$count (aggregation)".
 */
final class CountStage {
    static final String NAME = "$count";

    private CountStage() {}

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        String field = field(argument);
        BsonDocument group =
                new BsonDocument("_id", BsonNull.VALUE).append(field, new BsonDocument("$sum", new BsonInt32(1)));
        List<Stage> stages = new ArrayList<>(GroupStage.parse(group, parsing));
        stages.addAll(ProjectStage.parse(new BsonDocument("_id", new BsonInt32(0)), parsing));
        return stages;
    }

    private static String field(BsonValue argument) {
        String field = argument.isString() ? argument.asString().getValue() : "";
        if (!argument.isString()) {
            throw StageErrors.location(40156, "the count field must be a non-empty string");
        }
        if (field.isEmpty()) {
            throw StageErrors.location(40157, "the count field must be a non-empty string");
        }
        if (field.startsWith("$")) {
            throw StageErrors.location(40158, "the count field cannot be a $-prefixed path");
        }
        if (field.indexOf('\0') >= 0) {
            throw StageErrors.location(40159, "the count field cannot contain a null byte");
        }
        if (field.indexOf('.') >= 0) {
            throw StageErrors.location(40160, "the count field cannot contain '.'");
        }
        if (field.equals("_id")) {
            throw StageErrors.location(9039800, "the count field cannot be '_id'");
        }
        return field;
    }
}
