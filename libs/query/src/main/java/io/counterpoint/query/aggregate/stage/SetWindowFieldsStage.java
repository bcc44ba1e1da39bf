package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.projection.FieldAssignment;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.query.window.WindowFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$setWindowFields: {partitionBy, sortBy, output: {path: {$function: …, window: {…}}}}}}: adds to each document
 * what functions make of the documents around it.
 *
 * <pre>
 * {s: "A", n: 1}, {s: "B", n: 5}, {s: "A", n: 2}
 *   {partitionBy: "$s", sortBy: {n: 1}, output: {sum: {$sum: "$n", window: {documents: ["unbounded", "current"]}}}}
 * {s: "A", n: 1, sum: 1}, {s: "A", n: 2, sum: 3}, {s: "B", n: 5, sum: 5}
 * </pre>
 *
 * <p>Documents are brought into the order of partition and {@code sortBy} first, those of one partition are held, and
 * every function is computed over them. Split, the shards sort; the router merges their orders and does the rest. A
 * partition key that is no path is computed into a field of its own for that time.
 *
 * <p>Source: MongoDB manual, "$setWindowFields (aggregation)".
 *
 * @param source the argument
 * @param part which half of a split stage it is
 * @param partition how documents are dealt out to partitions
 * @param preparation stages that bring documents into order
 * @param sort the {@code sortBy}; null for none
 * @param functions by the path of their output field
 * @param assignment puts their values into documents
 * @param variables of the command
 */
record SetWindowFieldsStage(
        BsonDocument source,
        Part part,
        WindowPartitioning partition,
        List<Stage> preparation,
        @Nullable SortPattern sort,
        Map<String, WindowFunction> functions,
        FieldAssignment assignment,
        Variables variables)
        implements Stage {
    static final String NAME = "$setWindowFields";
    static final String SORTED_NAME = "$_sortedWindowFields";

    private static final String PARTITION_BY = "partitionBy";
    private static final String SORT_BY = "sortBy";
    private static final String OUTPUT = "output";

    /** The whole stage or what is left of it once documents are in order. */
    enum Part {
        /** Documents come in any order. */
        WHOLE(NAME),
        /** Documents come in order. */
        SORTED(SORTED_NAME);

        private final String stageName;

        Part(String stageName) {
            this.stageName = stageName;
        }
    }

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        return List.of(parse(argument, Part.WHOLE, parsing));
    }

    static List<Stage> parseSorted(BsonValue argument, StageParsing parsing) {
        return List.of(parse(argument, Part.SORTED, parsing));
    }

    private static Stage parse(BsonValue argument, Part part, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.failedToParse(
                    "the $setWindowFields stage specification must be an object, found " + BsonTypes.name(argument));
        }
        BsonDocument source = argument.asDocument();
        source.forEach(SetWindowFieldsStage::checkOption);
        BsonValue output = source.get(OUTPUT);
        if (output == null) {
            throw StageErrors.missingField(NAME + "." + OUTPUT);
        }
        SortPattern sort = source.containsKey(SORT_BY)
                ? SortPattern.parse(source.getDocument(SORT_BY), parsing.query().order())
                : null;
        WindowPartitioning partition = WindowPartitioning.parse(source.get(PARTITION_BY), parsing);
        Map<String, WindowFunction> functions = functions(output.asDocument(), sort, parsing);
        return new SetWindowFieldsStage(
                source,
                part,
                partition,
                preparation(partition, source.getDocument(SORT_BY, new BsonDocument()), parsing),
                sort,
                functions,
                new FieldAssignment(functions.keySet()),
                Variables.of(parsing.query()));
    }

    private static void checkOption(String name, BsonValue value) {
        switch (name) {
            case PARTITION_BY -> {}
            case SORT_BY, OUTPUT -> {
                if (!value.isDocument()) {
                    throw StageErrors.wrongType(NAME + "." + name, value, "object");
                }
            }
            default -> throw StageErrors.unknownField(NAME + "." + name);
        }
    }

    private static Map<String, WindowFunction> functions(
            BsonDocument output, @Nullable SortPattern sort, StageParsing parsing) {
        Map<String, WindowFunction> functions = new LinkedHashMap<>();
        output.forEach((path, specification) -> {
            FieldNames.checkPath(path);
            if (functions.keySet().stream().anyMatch(other -> collide(other, path))) {
                throw StageErrors.location(
                        6307900, "$setWindowFields 'output' specification contains two conflicting paths");
            }
            if (!(specification instanceof BsonDocument document)) {
                throw StageErrors.failedToParse("The field '" + path + "' must be a window function object");
            }
            functions.put(path, WindowFunction.parse(document, sort, parsing.query()));
        });
        return functions;
    }

    private static boolean collide(String left, String right) {
        return left.equals(right) || left.startsWith(right + ".") || right.startsWith(left + ".");
    }

    private static List<Stage> preparation(WindowPartitioning partition, BsonDocument sortBy, StageParsing parsing) {
        List<Stage> stages = new ArrayList<>();
        BsonDocument order = new BsonDocument();
        if (partition.computedField() != null) {
            BsonDocument field = new BsonDocument(partition.computedField(), partition.source());
            stages.addAll(AddFieldsStage.parse(field, parsing));
        }
        if (partition.path() != null) {
            order.append(partition.path(), new BsonInt32(1));
        }
        sortBy.forEach(order::putIfAbsent);
        if (!order.isEmpty()) {
            stages.addAll(SortStage.parse(order, parsing));
        }
        return List.copyOf(stages);
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(part.stageName, source);
    }

    private SetWindowFieldsStage sorted() {
        return new SetWindowFieldsStage(
                source, Part.SORTED, partition, preparation, sort, functions, assignment, variables);
    }

    @Override
    public StageSplit split() {
        if (preparation.isEmpty()) {
            return new StageSplit.OnRouter();
        }
        SortPattern mergeSort =
                preparation.get(preparation.size() - 1) instanceof SortStage last ? last.pattern() : null;
        return new StageSplit.Partial(preparation, List.of(sorted()), mergeSort);
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        DocumentIterator flow = input;
        if (part == Part.WHOLE) {
            for (Stage stage : preparation) {
                flow = stage.apply(flow, context);
            }
        }
        return new WindowedDocuments(this, flow, context);
    }
}
