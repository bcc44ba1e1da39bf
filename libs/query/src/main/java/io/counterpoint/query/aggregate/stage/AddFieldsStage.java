package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.aggregate.flow.DocumentTransform;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.projection.Projection;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code {$addFields: {path: expression, …}}}, also called {@code $set}: adds fields and replaces those of the same
 * name, in place.
 *
 * <p>Source: MongoDB manual, "$addFields (aggregation)".
 *
 * @param source the stage as it was given
 * @param projection computes the fields
 */
record AddFieldsStage(BsonDocument source, Projection projection) implements DocumentTransform {
    static final String NAME = "$addFields";
    static final String ALIAS = "$set";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        return List.of(parse(NAME, argument, parsing));
    }

    static List<Stage> parseAlias(BsonValue argument, StageParsing parsing) {
        return List.of(parse(ALIAS, argument, parsing));
    }

    @Override
    public BsonDocument toBson() {
        return source;
    }

    @Override
    public BsonDocument transform(BsonDocument document) {
        return projection.apply(document);
    }

    private static Stage parse(String name, BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.location(
                    40272, name + " specification stage must be an object, got " + BsonTypes.name(argument));
        }
        Projection projection = Projection.parseAddFields(argument.asDocument(), parsing.query());
        return new AddFieldsStage(new BsonDocument(name, argument), projection);
    }
}
