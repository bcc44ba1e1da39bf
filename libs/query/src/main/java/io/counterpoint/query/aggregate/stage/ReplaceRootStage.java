package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.aggregate.flow.DocumentTransform;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code {$replaceRoot: {newRoot: expression}}}, or shorter {@code {$replaceWith: expression}}: another document in the
 * place of each.
 *
 * <p>Source: MongoDB manual, "$replaceRoot (aggregation)", "$replaceWith (aggregation)".
 *
 * @param source the stage as it was given
 * @param expression the new document
 * @param variables of the command
 * @param argumentName what error texts call the expression
 */
record ReplaceRootStage(BsonDocument source, Expression expression, Variables variables, String argumentName)
        implements DocumentTransform {
    static final String NAME = "$replaceRoot";
    static final String SHORT_NAME = "$replaceWith";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.location(
                    40229,
                    "expected an object as specification for $replaceRoot stage, got " + BsonTypes.name(argument));
        }
        for (String option : argument.asDocument().keySet()) {
            if (!option.equals("newRoot")) {
                throw StageErrors.unknownField("$replaceRoot." + option);
            }
        }
        BsonValue newRoot = argument.asDocument().get("newRoot");
        if (newRoot == null) {
            throw StageErrors.missingField("$replaceRoot.newRoot");
        }
        return List.of(of(NAME, argument, newRoot, parsing, "newRoot"));
    }

    static List<Stage> parseShort(BsonValue argument, StageParsing parsing) {
        return List.of(of(SHORT_NAME, argument, argument, parsing, "replacement document"));
    }

    private static Stage of(
            String name, BsonValue argument, BsonValue newRoot, StageParsing parsing, String argumentName) {
        return new ReplaceRootStage(
                new BsonDocument(name, argument),
                Expression.parse(newRoot, parsing.query()),
                Variables.of(parsing.query()),
                argumentName);
    }

    @Override
    public BsonDocument toBson() {
        return source;
    }

    @Override
    public BsonDocument transform(BsonDocument document) {
        BsonValue root = expression.evaluate(document, variables);
        if (root instanceof BsonDocument newRoot) {
            return newRoot;
        }
        throw StageErrors.location(
                40228,
                "'" + argumentName + "' expression  must evaluate to an object, but resulting value was: "
                        + (root == null ? "MISSING" : ValueText.of(root)) + ". Type of resulting value: '"
                        + (root == null ? "missing" : BsonTypes.name(root)) + "'. Input document: "
                        + ValueText.of(document));
    }
}
