package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code {$currentOp: {…}}}: the operations that are running. The router answers for itself or asks the shards, as its
 * environment decides.
 *
 * <p>Source: MongoDB manual, "$currentOp (aggregation)".
 *
 * @param options flags
 */
record CurrentOpStage(BsonDocument options) implements Stage {
    static final String NAME = "$currentOp";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.failedToParse(
                    "$currentOp options must be specified in an object, but found: " + BsonTypes.name(argument));
        }
        for (Map.Entry<String, BsonValue> option : argument.asDocument().entrySet()) {
            checkOption(option.getKey(), option.getValue());
        }
        return List.of(new CurrentOpStage(argument.asDocument()));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(NAME, options);
    }

    @Override
    public StageSplit split() {
        return new StageSplit.OnRouter();
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        input.close();
        return context.environment().currentOp(options);
    }

    private static void checkOption(String name, BsonValue value) {
        switch (name) {
            case "allUsers",
                    "idleConnections",
                    "idleCursors",
                    "idleSessions",
                    "localOps",
                    "targetAllNodes",
                    "truncateOps",
                    "backtrace" -> {
                if (!value.isBoolean()) {
                    throw StageErrors.failedToParse("The '" + name
                            + "' parameter of the $currentOp stage must be a boolean value, but found: "
                            + BsonTypes.name(value));
                }
            }
            default -> throw StageErrors.failedToParse("Unrecognized parameter for the $currentOp stage: " + name);
        }
    }
}
