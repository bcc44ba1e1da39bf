package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.aggregate.flow.BlockingIterator;
import io.counterpoint.query.aggregate.flow.CollectionReplacement;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code {$out: "collection"}} or {@code {$out: {db, coll}}}: puts the results in the place of a collection. Nothing
 * comes out; a failure leaves the old collection as it was.
 *
 * <p>Source: MongoDB manual, "$out (aggregation)".
 *
 * @param target where the results go
 */
record OutStage(TargetCollection target) implements Stage {
    static final String NAME = "$out";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (argument.isString()) {
            return List.of(
                    new OutStage(new TargetCollection(null, argument.asString().getValue())));
        }
        if (!argument.isDocument()) {
            throw StageErrors.location(
                    16990, "$out only supports a string or object argument, but found " + BsonTypes.name(argument));
        }
        return List.of(new OutStage(TargetCollection.parse(NAME, argument.asDocument())));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(NAME, target.toBson());
    }

    @Override
    public StageSplit split() {
        return new StageSplit.OnRouter();
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        return new BlockingIterator(input, all -> write(all, context));
    }

    private DocumentIterator write(DocumentIterator input, StageContext context) {
        WriteBatches batches = new WriteBatches(input);
        try (CollectionReplacement replacement =
                context.environment().replaceCollection(target.databaseIn(context), target.collection())) {
            for (List<BsonDocument> batch = batches.next(); !batch.isEmpty(); batch = batches.next()) {
                replacement.add(batch);
            }
            replacement.commit();
        }
        return DocumentIterator.empty();
    }
}
