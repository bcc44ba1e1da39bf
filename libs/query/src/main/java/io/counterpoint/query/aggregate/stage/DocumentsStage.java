package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code {$documents: [document, …]}}: documents from an expression instead of a collection.
 *
 * <p>Source: MongoDB manual, "$documents (aggregation)".
 *
 * @param source the argument
 * @param expression gives an array of documents
 */
record DocumentsStage(BsonValue source, Expression expression) implements Stage {
    static final String NAME = "$documents";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        return List.of(new DocumentsStage(argument, Expression.parse(argument, parsing.query())));
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
        input.close();
        BsonValue value = expression.evaluate(new BsonDocument(), Variables.of(context.query()));
        if (!(value instanceof BsonArray array)) {
            throw StageErrors.location(5858203, "an array is expected as the value of $documents");
        }
        return DocumentIterator.over(
                array.stream().map(DocumentsStage::document).iterator());
    }

    private static BsonDocument document(BsonValue element) {
        if (!element.isDocument()) {
            throw StageErrors.location(40228, "$documents: every element of the array must be an object");
        }
        return element.asDocument();
    }
}
