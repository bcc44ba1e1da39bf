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
 * {@code {$collStats: {count: {}, storageStats: {scale: 1}}}}: statistics of the collection, one document for each
 * shard.
 *
 * <p>Source: MongoDB manual, "$collStats (aggregation)".
 *
 * @param options which parts are wanted
 */
record CollStatsStage(BsonDocument options) implements Stage {
    static final String NAME = "$collStats";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.location(
                    5447000, "$collStats must take a nested object but found: " + BsonTypes.name(argument));
        }
        for (Map.Entry<String, BsonValue> option : argument.asDocument().entrySet()) {
            checkOption(option.getKey(), option.getValue());
        }
        return List.of(new CollStatsStage(argument.asDocument()));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(NAME, options);
    }

    @Override
    public StageSplit split() {
        return new StageSplit.OnShards();
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        input.close();
        return context.environment().collStats(context.database(), context.collection(), options);
    }

    private static void checkOption(String name, BsonValue value) {
        switch (name) {
            case "count", "storageStats", "latencyStats", "queryExecStats" -> {
                if (!value.isDocument()) {
                    throw StageErrors.wrongType("$collStats." + name, value, "object");
                }
            }
            default -> throw StageErrors.unknownField("$collStats." + name);
        }
    }
}
