package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.memory.MemoryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * {@code {$densify: {field, partitionByFields, range}}}: adds documents where the values of a field leave gaps.
 *
 * <pre>
 * {t: 1, a: "x"}, {t: 4, a: "y"}
 *   {field: "t", range: {step: 1, bounds: "full"}}
 * {t: 1, a: "x"}, {t: 2}, {t: 3}, {t: 4, a: "y"}
 * </pre>
 *
 * <p>Documents are brought into order first. Split, the shards sort; the router merges their orders and closes gaps.
 *
 * <p>Source: MongoDB manual, "$densify (aggregation)".
 *
 * @param source the argument
 * @param part which half of a split stage it is
 * @param field whose values are looked at
 * @param partitionFields fields whose values make partitions; empty for one partition
 * @param range step and bounds
 * @param order brings documents into order
 */
record DensifyStage(
        BsonDocument source, Part part, String field, List<String> partitionFields, DensifyRange range, SortStage order)
        implements Stage {
    static final String NAME = "$densify";
    static final String SORTED_NAME = "$_sortedDensify";

    private static final String FIELD = "field";
    private static final String PARTITION_BY_FIELDS = "partitionByFields";
    private static final String RANGE = "range";

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

    /** Copies the list. */
    DensifyStage {
        partitionFields = List.copyOf(partitionFields);
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
                    "The $densify stage specification must be an object, found " + BsonTypes.name(argument));
        }
        BsonDocument source = argument.asDocument();
        for (Map.Entry<String, BsonValue> option : source.entrySet()) {
            checkOption(option.getKey(), option.getValue());
        }
        String field = DensifyRange.fieldName(NAME + "." + FIELD, require(source, FIELD));
        DensifyRange range = DensifyRange.parse(require(source, RANGE).asDocument());
        List<String> partitionFields = new ArrayList<>();
        if (source.containsKey(PARTITION_BY_FIELDS)) {
            for (BsonValue name : source.getArray(PARTITION_BY_FIELDS)) {
                partitionFields.add(DensifyRange.fieldName(NAME + "." + PARTITION_BY_FIELDS, name));
            }
        }
        if (range.kind() == DensifyRange.Kind.PARTITION && partitionFields.isEmpty()) {
            throw StageErrors.location(
                    5733408,
                    "One cannot specify the bounds as 'partition' without specifying a non-empty array of"
                            + " partitionByFields. You may have meant to specify 'full' bounds.");
        }
        return new DensifyStage(
                source,
                part,
                field,
                partitionFields,
                range,
                order(field, partitionFields, range, parsing.query().order()));
    }

    private static void checkOption(String name, BsonValue value) {
        String path = NAME + "." + name;
        switch (name) {
            case FIELD -> {
                if (!value.isString()) {
                    throw StageErrors.wrongType(path, value, "string");
                }
            }
            case PARTITION_BY_FIELDS -> {
                if (!value.isArray()) {
                    throw StageErrors.wrongType(path, value, "array");
                }
            }
            case RANGE -> {
                if (!value.isDocument()) {
                    throw StageErrors.wrongType(path, value, "object");
                }
            }
            default -> throw StageErrors.unknownField(path);
        }
    }

    private static BsonValue require(BsonDocument source, String name) {
        BsonValue value = source.get(name);
        if (value == null) {
            throw StageErrors.missingField(NAME + "." + name);
        }
        return value;
    }

    /** Where all partitions share their bounds, those are known only when all values come in one order. */
    private static SortStage order(String field, List<String> partitionFields, DensifyRange range, ValueOrder values) {
        BsonDocument order = new BsonDocument();
        if (range.kind() != DensifyRange.Kind.FULL) {
            partitionFields.forEach(name -> order.put(name, new BsonInt32(1)));
        }
        order.put(field, new BsonInt32(1));
        return SortStage.of(order, values);
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(part.stageName, source);
    }

    @Override
    public StageSplit split() {
        DensifyStage sorted = new DensifyStage(source, Part.SORTED, field, partitionFields, range, order);
        return new StageSplit.Partial(List.of(order), List.of(sorted), order.pattern());
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        DocumentIterator sorted = part == Part.WHOLE ? order.apply(input, context) : input;
        return new DensifiedDocuments(
                this,
                sorted,
                new MemoryBudget(NAME, context.memory().bytesMax()),
                context.query().order());
    }
}
