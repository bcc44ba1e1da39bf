package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.aggregate.flow.DocumentTransform;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.projection.Projection;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code {$project: {path: 1 | 0 | expression, …}}}: keeps, drops and computes fields.
 *
 * <p>Source: MongoDB manual, "$project (aggregation)".
 *
 * @param source the argument
 * @param projection does it
 */
record ProjectStage(BsonDocument source, Projection projection) implements DocumentTransform {
    static final String NAME = "$project";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.location(15969, "$project specification must be an object");
        }
        BsonDocument source = argument.asDocument();
        return List.of(new ProjectStage(source, Projection.parseProject(source, parsing.query())));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(NAME, source);
    }

    @Override
    public BsonDocument transform(BsonDocument document) {
        return projection.apply(document);
    }
}
