package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.ValueText;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.LookaheadIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$redact: expression}}: keeps, prunes or descends into each document and embedded document, as an expression
 * says.
 *
 * <p>Source: MongoDB manual, "$redact (aggregation)".
 *
 * @param source the argument
 * @param expression gives {@code $$KEEP}, {@code $$PRUNE} or {@code $$DESCEND}
 */
record RedactStage(BsonValue source, Expression expression) implements Stage {
    static final String NAME = "$redact";

    private static final BsonValue KEEP = new BsonString("keep");
    private static final BsonValue PRUNE = new BsonString("prune");
    private static final BsonValue DESCEND = new BsonString("descend");

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        List<String> verdicts = List.of("KEEP", "PRUNE", "DESCEND");
        return List.of(new RedactStage(argument, Expression.parse(argument, parsing.query(), verdicts)));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(NAME, source);
    }

    @Override
    public StageSplit split() {
        return new StageSplit.OnShards();
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        Variables variables = Variables.of(context.query())
                .with("KEEP", KEEP)
                .with("PRUNE", PRUNE)
                .with("DESCEND", DESCEND);
        return new LookaheadIterator() {
            @Override
            protected @Nullable BsonDocument advance() {
                while (input.hasNext()) {
                    BsonDocument root = input.next();
                    BsonDocument redacted = redact(root, root, variables);
                    if (redacted != null) {
                        return redacted;
                    }
                }
                return null;
            }

            @Override
            public void close() {
                input.close();
            }
        };
    }

    /** What is left of a document; null for nothing. */
    private @Nullable BsonDocument redact(BsonDocument document, BsonDocument root, Variables variables) {
        BsonValue verdict = expression.evaluate(root, variables.with("CURRENT", document));
        if (KEEP.equals(verdict)) {
            return document;
        }
        if (PRUNE.equals(verdict)) {
            return null;
        }
        if (!DESCEND.equals(verdict)) {
            throw StageErrors.location(
                    17053,
                    "$redact's expression should not return anything aside from the variables $$KEEP, $$DESCEND, and"
                            + " $$PRUNE, but returned " + (verdict == null ? "MISSING" : ValueText.of(verdict)));
        }
        BsonDocument result = new BsonDocument();
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            BsonValue value = redactValue(field.getValue(), root, variables);
            if (value != null) {
                result.put(field.getKey(), value);
            }
        }
        return result;
    }

    private @Nullable BsonValue redactValue(BsonValue value, BsonDocument root, Variables variables) {
        if (value instanceof BsonDocument document) {
            return redact(document, root, variables);
        }
        if (value instanceof BsonArray array) {
            BsonArray result = new BsonArray();
            for (BsonValue element : array) {
                BsonValue redacted = redactValue(element, root, variables);
                if (redacted != null) {
                    result.add(redacted);
                }
            }
            return result;
        }
        return value;
    }
}
