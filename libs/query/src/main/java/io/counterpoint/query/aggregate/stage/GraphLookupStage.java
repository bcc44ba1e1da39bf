package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.LeafArray;
import io.counterpoint.bson.path.PathReader;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.memory.MemoryBudget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$graphLookup: {from, startWith, connectFromField, connectToField, as, maxDepth, depthField,
 * restrictSearchWithMatch}}}: adds to each document those of another collection that can be reached from it. Breadth
 * first: one read of the other collection for each depth.
 *
 * <p>Source: MongoDB manual, "$graphLookup (aggregation)".
 *
 * @param source the argument
 * @param from the other collection, in the same database
 * @param startWith gives the first value, or an array of first values
 * @param connect leads from one document to the next: out of {@code local}, into {@code foreign}
 * @param as where the documents go
 * @param maxDepth how many steps after the first; {@link Long#MAX_VALUE} for any number
 * @param depthField where the number of steps goes; null for nowhere
 * @param restriction what documents must also match; null for nothing
 * @param variables of the command
 */
record GraphLookupStage(
        BsonDocument source,
        String from,
        Expression startWith,
        JoinFields connect,
        String as,
        long maxDepth,
        @Nullable String depthField,
        @Nullable BsonDocument restriction,
        Variables variables)
        implements Stage {
    static final String NAME = "$graphLookup";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.failedToParse(
                    "the $graphLookup stage specification must be an object, but found " + BsonTypes.name(argument));
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
        return input.map(document -> DocumentEdit.put(document, as, reachableFrom(document, context)));
    }

    private BsonArray reachableFrom(BsonDocument document, StageContext context) {
        Map<ValueKey, BsonDocument> found = new LinkedHashMap<>();
        Set<ValueKey> asked = new LinkedHashSet<>();
        MemoryBudget budget = new MemoryBudget(
                context.memory().bytesMax(),
                () -> new CommandException(
                        ErrorCode.location(40099), "$graphLookup reached maximum memory consumption"));
        ValueOrder order = context.query().order();
        List<BsonValue> frontier = unasked(startValues(document), asked, order);
        for (long depth = 0; depth <= maxDepth && !frontier.isEmpty(); depth++) {
            List<BsonValue> next = new ArrayList<>();
            try (DocumentIterator step = context.environment()
                    .aggregate(context.database(), from, List.of(match(frontier)), context.query())) {
                while (step.hasNext()) {
                    BsonDocument reached = step.next();
                    ValueKey id = new ValueKey(reached.get("_id", BsonNull.VALUE), order);
                    if (found.putIfAbsent(id, withDepth(reached, depth)) == null) {
                        budget.hold(reached);
                        next.addAll(connectionsOf(reached));
                    }
                }
            }
            frontier = unasked(next, asked, order);
        }
        return new BsonArray(new ArrayList<>(found.values()));
    }

    private List<BsonValue> startValues(BsonDocument document) {
        BsonValue start = startWith.evaluate(document, variables);
        if (start instanceof BsonArray array) {
            return array;
        }
        return List.of(start == null ? BsonNull.VALUE : start);
    }

    /** A document without the connecting field leads nowhere. */
    private List<BsonValue> connectionsOf(BsonDocument document) {
        List<BsonValue> values = new ArrayList<>();
        PathReader.visit(document, connect.local(), LeafArray.ELEMENTS, (value, index) -> {
            if (value != null) {
                values.add(value);
            }
            return false;
        });
        return values;
    }

    private static List<BsonValue> unasked(List<BsonValue> values, Set<ValueKey> asked, ValueOrder order) {
        List<BsonValue> result = new ArrayList<>();
        for (BsonValue value : values) {
            if (asked.add(new ValueKey(value, order))) {
                result.add(value);
            }
        }
        return result;
    }

    private BsonDocument match(List<BsonValue> values) {
        BsonDocument match = connect.match(values);
        if (restriction == null) {
            return match;
        }
        BsonArray both = new BsonArray(List.of(match.getDocument(MatchStage.NAME), restriction));
        return new BsonDocument(MatchStage.NAME, new BsonDocument("$and", both));
    }

    private BsonDocument withDepth(BsonDocument document, long depth) {
        return depthField == null ? document : DocumentEdit.put(document, depthField, new BsonInt64(depth));
    }

    /** Reads the argument. */
    private static final class Parser {
        private final BsonDocument argument;
        private final StageParsing parsing;

        Parser(BsonDocument argument, StageParsing parsing) {
            this.argument = argument;
            this.parsing = parsing;
        }

        GraphLookupStage parse() {
            argument.keySet().forEach(Parser::checkName);
            BsonValue startWith = argument.get("startWith");
            String from = string("from");
            String as = path("as");
            String connectFrom = path("connectFromField");
            String connectTo = path("connectToField");
            if (startWith == null || from == null || as == null || connectFrom == null || connectTo == null) {
                throw StageErrors.location(
                        40105,
                        "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and 'connectToField' to"
                                + " be specified");
            }
            return new GraphLookupStage(
                    argument,
                    from,
                    Expression.parse(startWith, parsing.query()),
                    new JoinFields(FieldPath.parse(connectFrom), FieldPath.parse(connectTo)),
                    as,
                    maxDepth(),
                    path("depthField"),
                    restriction(),
                    Variables.of(parsing.query()));
        }

        private static void checkName(String option) {
            switch (option) {
                case "from",
                        "startWith",
                        "connectFromField",
                        "connectToField",
                        "as",
                        "maxDepth",
                        "depthField",
                        "restrictSearchWithMatch" -> {}
                default -> throw StageErrors.location(40104, "unknown argument to $graphLookup: " + option);
            }
        }

        private @Nullable String path(String option) {
            String path = string(option);
            return path == null ? null : FieldNames.checkPath(path);
        }

        private @Nullable String string(String option) {
            BsonValue value = argument.get(option);
            if (value == null) {
                return null;
            }
            if (!value.isString()) {
                throw StageErrors.location(
                        40103,
                        "expected string as argument for " + option + ", found: " + ValueText.element(option, value));
            }
            return value.asString().getValue();
        }

        private long maxDepth() {
            BsonValue value = argument.get("maxDepth");
            if (value == null) {
                return Long.MAX_VALUE;
            }
            if (!Numbers.isNumber(value)) {
                throw StageErrors.location(40100, "maxDepth must be numeric, found type: " + BsonTypes.name(value));
            }
            long depth = Numbers.asExactLong(value)
                    .orElseThrow(() -> StageErrors.location(
                            40102, "maxDepth could not be represented as a long long: " + ValueText.of(value)));
            if (depth < 0) {
                throw StageErrors.location(40101, "maxDepth requires a nonnegative argument, found: " + depth);
            }
            return depth;
        }

        private @Nullable BsonDocument restriction() {
            BsonValue value = argument.get("restrictSearchWithMatch");
            if (value == null) {
                return null;
            }
            if (!value.isDocument()) {
                throw StageErrors.location(
                        40185, "restrictSearchWithMatch must be an object, found " + BsonTypes.name(value));
            }
            return Filter.parse(value.asDocument(), parsing.query()).source();
        }
    }
}
