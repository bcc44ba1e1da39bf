package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.LookaheadIterator;
import io.counterpoint.query.aggregate.flow.Nesting;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$unionWith: {coll, pipeline}}} or {@code {$unionWith: "coll"}}: its input, then the results of a pipeline
 * over another collection.
 *
 * <p>Source: MongoDB manual, "$unionWith (aggregation)".
 *
 * @param source the argument
 * @param collection in the same database; empty when the pipeline brings its own documents
 * @param pipeline stages over that collection
 */
record UnionWithStage(BsonValue source, String collection, List<BsonDocument> pipeline) implements Stage {
    static final String NAME = "$unionWith";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (argument.isString()) {
            return List.of(new UnionWithStage(argument, argument.asString().getValue(), List.of()));
        }
        if (!argument.isDocument()) {
            throw StageErrors.failedToParse("the $unionWith stage specification must be an object or string, but found "
                    + BsonTypes.name(argument));
        }
        String collection = null;
        BsonArray stages = new BsonArray();
        for (Map.Entry<String, BsonValue> option : argument.asDocument().entrySet()) {
            BsonValue value = option.getValue();
            switch (option.getKey()) {
                case "coll" -> {
                    if (!value.isString()) {
                        throw StageErrors.wrongType("$unionWith.coll", value, "string");
                    }
                    collection = value.asString().getValue();
                }
                case "pipeline" -> {
                    if (!value.isArray()) {
                        throw StageErrors.location(10065, "invalid parameter: expected an object (pipeline)");
                    }
                    stages = value.asArray();
                }
                default -> throw StageErrors.unknownField("$unionWith." + option.getKey());
            }
        }
        List<BsonDocument> pipeline =
                parsing.parse(stages, Nesting.UNION_WITH, parsing.query()).toBson();
        return List.of(new UnionWithStage(argument, requireCollection(collection, pipeline), pipeline));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(NAME, source);
    }

    @Override
    public StageSplit split() {
        return new StageSplit.OnRouter();
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        return new LookaheadIterator() {
            private @Nullable DocumentIterator others;

            @Override
            protected @Nullable BsonDocument advance() {
                if (input.hasNext()) {
                    return input.next();
                }
                DocumentIterator opened = others;
                if (opened == null) {
                    opened = context.environment().aggregate(context.database(), collection, pipeline, context.query());
                    others = opened;
                }
                return opened.hasNext() ? opened.next() : null;
            }

            @Override
            public void close() {
                input.close();
                if (others != null) {
                    others.close();
                }
            }
        };
    }

    private static String requireCollection(@Nullable String collection, List<BsonDocument> pipeline) {
        if (collection != null) {
            return collection;
        }
        if (pipeline.isEmpty() || !pipeline.get(0).containsKey(DocumentsStage.NAME)) {
            throw StageErrors.failedToParse(
                    "$unionWith stage without explicit collection must have a pipeline with $documents as first stage");
        }
        return "";
    }
}
