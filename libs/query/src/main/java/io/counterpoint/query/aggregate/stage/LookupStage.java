package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Nesting;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.memory.MemoryBudget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$lookup: {from, localField, foreignField, let, pipeline, as}}}: adds to each document the documents of
 * another collection that belong to it.
 *
 * <ul>
 *   <li>Equality of fields alone: input is taken in blocks, and each block costs one read of the other collection.
 *   <li>A pipeline that depends on the document, by {@code let} or fields: one read for each document.
 *   <li>A pipeline that depends on nothing: one read.
 * </ul>
 *
 * <p>Source: MongoDB manual, "$lookup (aggregation)".
 *
 * @param source the argument
 * @param from the other collection, in the same database; empty when the pipeline brings its own documents
 * @param as where the documents go
 * @param equality which fields must be equal; null for none
 * @param let variables of the pipeline
 * @param pipeline stages over the other collection; null for none
 */
record LookupStage(
        BsonDocument source,
        String from,
        String as,
        @Nullable JoinFields equality,
        Map<String, Expression> let,
        @Nullable List<BsonDocument> pipeline)
        implements Stage {
    static final String NAME = "$lookup";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.failedToParse("the $lookup specification must be an Object");
        }
        return List.of(new Parser(argument.asDocument(), parsing).parse());
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
        List<BsonDocument> stages = pipeline;
        if (stages == null && equality != null) {
            return new EqualityJoin(input, context, from, as, equality);
        }
        List<BsonDocument> inner = stages == null ? List.of() : stages;
        if (let.isEmpty() && equality == null) {
            return new UncorrelatedJoin(input, context, from, as, inner);
        }
        Variables variables = Variables.of(context.query());
        return input.map(document -> joined(document, inner, variables, context));
    }

    private BsonDocument joined(
            BsonDocument document, List<BsonDocument> inner, Variables variables, StageContext context) {
        BsonDocument bound = context.query().let().clone();
        let.forEach((name, expression) -> {
            BsonValue value = expression.evaluate(document, variables);
            bound.put(name, value == null ? new BsonUndefined() : value);
        });
        List<BsonDocument> stages = new ArrayList<>();
        if (equality != null) {
            stages.add(equality.match(equality.localValues(document)));
        }
        stages.addAll(inner);
        QueryContext query = context.query().withLet(bound);
        BsonArray matches = new BsonArray();
        MemoryBudget budget = budget(from, context);
        try (DocumentIterator found = context.environment().aggregate(context.database(), from, stages, query)) {
            while (found.hasNext()) {
                BsonDocument match = found.next();
                budget.hold(match);
                matches.add(match);
            }
        }
        return DocumentEdit.put(document, as, matches);
    }

    /** What the documents that a join reads at once may take. */
    static MemoryBudget budget(String from, StageContext context) {
        long bytesMax = context.memory().bytesMax();
        return new MemoryBudget(
                bytesMax,
                () -> new CommandException(
                        ErrorCode.location(4568),
                        "Total size of documents in " + from + " matching pipeline's $lookup stage exceeds " + bytesMax
                                + " bytes"));
    }

    /** Reads the argument. */
    private static final class Parser {
        private final BsonDocument argument;
        private final StageParsing parsing;
        private @Nullable String from;
        private @Nullable String as;
        private @Nullable String localField;
        private @Nullable String foreignField;
        private BsonDocument let = new BsonDocument();
        private @Nullable BsonArray pipeline;

        Parser(BsonDocument argument, StageParsing parsing) {
            this.argument = argument;
            this.parsing = parsing;
        }

        LookupStage parse() {
            argument.forEach(this::option);
            if (as == null) {
                throw StageErrors.failedToParse("must specify 'as' field for a $lookup");
            }
            if ((localField == null) != (foreignField == null) || (localField == null && pipeline == null)) {
                throw StageErrors.failedToParse("$lookup requires either 'pipeline' or both 'localField' and"
                        + " 'foreignField' to be specified");
            }
            if (pipeline == null && argument.containsKey("let")) {
                throw StageErrors.failedToParse("$lookup with a 'let' argument must also specify 'pipeline'");
            }
            JoinFields equality = localField == null || foreignField == null
                    ? null
                    : new JoinFields(FieldPath.parse(localField), FieldPath.parse(foreignField));
            return new LookupStage(
                    argument, requireFrom(), as, equality, variables(), pipeline == null ? null : stages(pipeline));
        }

        private void option(String name, BsonValue value) {
            switch (name) {
                case "from" -> from = string(name, value);
                case "as" -> as = FieldNames.checkPath(string(name, value));
                case "localField" -> localField = FieldNames.checkPath(string(name, value));
                case "foreignField" -> foreignField = FieldNames.checkPath(string(name, value));
                case "let" -> {
                    if (!value.isDocument()) {
                        throw StageErrors.failedToParse("$lookup argument '" + ValueText.element(name, value)
                                + "' must be an object, is type " + BsonTypes.name(value));
                    }
                    let = value.asDocument();
                }
                case "pipeline" -> {
                    if (!value.isArray()) {
                        throw StageErrors.location(14, "'pipeline' option must be specified as an array");
                    }
                    pipeline = value.asArray();
                }
                default -> throw StageErrors.failedToParse("unknown argument to $lookup: " + name);
            }
        }

        private String requireFrom() {
            if (from != null) {
                return from;
            }
            boolean bringsDocuments = pipeline != null
                    && !pipeline.isEmpty()
                    && pipeline.get(0).isDocument()
                    && pipeline.get(0).asDocument().containsKey(DocumentsStage.NAME);
            if (!bringsDocuments) {
                throw StageErrors.failedToParse("must specify 'pipeline' when 'from' is empty");
            }
            return "";
        }

        private Map<String, Expression> variables() {
            Map<String, Expression> variables = new LinkedHashMap<>();
            let.forEach((name, value) -> variables.put(name, Expression.parse(value, parsing.query())));
            return variables;
        }

        /** Parses the inner pipeline once to find its mistakes; the values of the variables are not known yet. */
        private List<BsonDocument> stages(BsonArray inner) {
            BsonDocument names = parsing.query().let().clone();
            let.keySet().forEach(name -> names.put(name, BsonNull.VALUE));
            return parsing.parse(inner, Nesting.LOOKUP, parsing.query().withLet(names))
                    .toBson();
        }

        private static String string(String name, BsonValue value) {
            if (!value.isString()) {
                throw StageErrors.failedToParse("$lookup argument '" + ValueText.element(name, value)
                        + "' must be a string, is type " + BsonTypes.name(value));
            }
            return value.asString().getValue();
        }
    }
}
