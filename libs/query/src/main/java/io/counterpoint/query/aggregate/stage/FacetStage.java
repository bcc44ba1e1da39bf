package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.aggregate.flow.BlockingIterator;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.NestedPipeline;
import io.counterpoint.query.aggregate.flow.Nesting;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.memory.DocumentBuffer;
import io.counterpoint.query.memory.MemoryBudget;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code {$facet: {name: pipeline, …}}}: one document with the results of several pipelines over the same input, which
 * is read once and held in memory.
 *
 * <p>Source: MongoDB manual, "$facet (aggregation)".
 *
 * @param source the argument
 * @param facets the pipelines by name
 */
record FacetStage(BsonDocument source, Map<String, NestedPipeline> facets) implements Stage {
    static final String NAME = "$facet";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument() || argument.asDocument().isEmpty()) {
            throw StageErrors.location(
                    40169,
                    "the $facet specification must be a non-empty object, but found: "
                            + ValueText.element(NAME, argument));
        }
        Map<String, NestedPipeline> facets = new LinkedHashMap<>();
        for (Map.Entry<String, BsonValue> facet : argument.asDocument().entrySet()) {
            String name = facet.getKey();
            FieldNames.checkName(name);
            if (!facet.getValue().isArray()) {
                throw StageErrors.location(
                        40170,
                        "arguments to $facet must be arrays, " + name + " is type " + BsonTypes.name(facet.getValue()));
            }
            facets.put(name, parsing.parse(facet.getValue().asArray(), Nesting.FACET, parsing.query()));
        }
        return List.of(new FacetStage(argument.asDocument(), facets));
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
        return new BlockingIterator(input, all -> run(all, context));
    }

    private DocumentIterator run(DocumentIterator input, StageContext context) {
        MemoryBudget budget = new MemoryBudget(NAME, context.memory().bytesMax());
        BsonDocument result = new BsonDocument();
        try (DocumentBuffer documents = new DocumentBuffer(NAME, context.memory())) {
            while (input.hasNext()) {
                documents.add(input.next());
            }
            facets.forEach((name, pipeline) -> result.put(name, resultOf(pipeline, documents, context, budget)));
        }
        return DocumentIterator.over(List.of(result));
    }

    private static BsonArray resultOf(
            NestedPipeline pipeline, DocumentBuffer documents, StageContext context, MemoryBudget budget) {
        BsonArray results = new BsonArray();
        try (DocumentIterator output = pipeline.run(DocumentIterator.over(documents), context)) {
            while (output.hasNext()) {
                BsonDocument document = output.next();
                if (!budget.take(MemoryBudget.estimate(document))) {
                    throw new CommandException(
                            ErrorCode.location(4031700),
                            "document constructed by $facet is " + budget.bytesHeld()
                                    + " bytes, which exceeds the limit of "
                                    + context.memory().bytesMax() + " bytes");
                }
                results.add(document);
            }
        }
        return results;
    }
}
