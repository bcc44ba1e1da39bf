package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageParsing;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@code {$unset: path}} or {@code {$unset: [path, …]}}: takes fields away. Short for {@code {$project: {path: 0}}}.
 *
 * <p>Source: MongoDB manual, "$unset (aggregation)".
 */
final class UnsetStage {
    static final String NAME = "$unset";

    private UnsetStage() {}

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        BsonArray paths = argument.isString() ? new BsonArray(List.of(argument)) : pathsOf(argument);
        BsonDocument exclusions = new BsonDocument();
        for (BsonValue path : paths) {
            exclusions.put(path.asString().getValue(), new BsonInt32(0));
        }
        return ProjectStage.parse(exclusions, parsing);
    }

    private static BsonArray pathsOf(BsonValue argument) {
        if (!argument.isArray()) {
            throw StageErrors.location(31002, "$unset specification must be a string or an array");
        }
        if (argument.asArray().isEmpty()) {
            throw StageErrors.location(
                    31119, "$unset specification must be a string or an array with at least one field");
        }
        if (!argument.asArray().stream().allMatch(BsonString.class::isInstance)) {
            throw StageErrors.location(
                    31120, "$unset specification must be a string or an array containing only string values");
        }
        return argument.asArray();
    }
}
