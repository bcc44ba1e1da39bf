package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageParsing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$fill: {partitionBy, partitionByFields, sortBy, output}}}: gives fields that are null or missing a value.
 * Short for others:
 *
 * <pre>
 * {sortBy: {t: 1}, output: {a: {method: "linear"}, b: {value: 0}}}
 *   {$setWindowFields: {sortBy: {t: 1}, output: {a: {$linearFill: "$a"}}}}, {$addFields: {b: {$ifNull: ["$b", 0]}}}
 * </pre>
 *
 * <p>Source: MongoDB manual, "$fill (aggregation)".
 */
final class FillStage {
    static final String NAME = "$fill";

    private static final String PARTITION_BY = "partitionBy";
    private static final String PARTITION_BY_FIELDS = "partitionByFields";
    private static final String SORT_BY = "sortBy";
    private static final String OUTPUT = "output";

    private FillStage() {}

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.failedToParse(
                    "The $fill stage specification must be an object, found " + BsonTypes.name(argument));
        }
        BsonDocument options = argument.asDocument();
        options.forEach(FillStage::checkOption);
        BsonValue output = options.get(OUTPUT);
        if (output == null) {
            throw StageErrors.missingField(NAME + "." + OUTPUT);
        }
        if (output.asDocument().isEmpty()) {
            throw StageErrors.location(
                    6050203, "The output field in '$fill' must contain an object with at least one element");
        }
        BsonDocument methods = new BsonDocument();
        BsonDocument values = new BsonDocument();
        output.asDocument().forEach((field, specification) -> addOutput(field, specification, methods, values));
        List<Stage> stages = new ArrayList<>();
        BsonDocument window = new BsonDocument(OUTPUT, methods);
        if (options.containsKey(SORT_BY)) {
            window.append(SORT_BY, options.get(SORT_BY));
        }
        BsonValue partitionBy = partitionBy(options);
        if (partitionBy != null) {
            window.append(PARTITION_BY, partitionBy);
        }
        if (!methods.isEmpty()) {
            stages.addAll(SetWindowFieldsStage.parse(window, parsing));
        }
        if (!values.isEmpty()) {
            stages.addAll(AddFieldsStage.parse(values, parsing));
        }
        return stages;
    }

    private static void checkOption(String name, BsonValue value) {
        String path = NAME + "." + name;
        switch (name) {
            case SORT_BY, OUTPUT -> {
                if (!value.isDocument()) {
                    throw StageErrors.wrongType(path, value, "object");
                }
            }
            case PARTITION_BY -> {
                if (!value.isDocument() && !value.isString()) {
                    throw StageErrors.wrongType(path, value, "[string, object]");
                }
            }
            case PARTITION_BY_FIELDS -> {
                if (!value.isArray()) {
                    throw StageErrors.wrongType(path, value, "array");
                }
            }
            default -> throw StageErrors.unknownField(path);
        }
    }

    private static void addOutput(String field, BsonValue specification, BsonDocument methods, BsonDocument values) {
        if (!(specification instanceof BsonDocument fill)) {
            throw StageErrors.location(
                    6050200, "Each fill output specification must be an object with exactly one field");
        }
        for (Map.Entry<String, BsonValue> option : fill.entrySet()) {
            if (!option.getKey().equals("method") && !option.getKey().equals("value")) {
                throw StageErrors.unknownField(NAME + "." + option.getKey());
            }
        }
        BsonString path = new BsonString("$" + field);
        BsonValue method = fill.get("method");
        BsonValue value = fill.get("value");
        if (method != null && value != null) {
            throw StageErrors.location(
                    6050201,
                    "Each fill output specification must have exactly one of 'method' or 'value' fields, not both");
        }
        if (method != null) {
            methods.append(field, new BsonDocument(function(method), path));
        }
        if (value != null) {
            values.append(field, new BsonDocument("$ifNull", new BsonArray(List.of(path, value))));
        }
    }

    private static String function(BsonValue method) {
        if (!method.isString()) {
            throw StageErrors.wrongType(NAME + ".method", method, "string");
        }
        return switch (method.asString().getValue()) {
            case "linear" -> "$linearFill";
            case "locf" -> "$locf";
            default -> throw StageErrors.location(6050202, "Method must be either locf or linear");
        };
    }

    private static @Nullable BsonValue partitionBy(BsonDocument options) {
        BsonValue expression = options.get(PARTITION_BY);
        BsonValue fields = options.get(PARTITION_BY_FIELDS);
        if (fields == null) {
            return expression;
        }
        if (expression != null) {
            throw StageErrors.location(
                    6050204, "Maximum one of 'partitionBy' and 'partitionByFields can be specified in '$fill'");
        }
        BsonDocument key = new BsonDocument();
        for (BsonValue field : fields.asArray()) {
            String name = DensifyRange.fieldName(NAME + "." + PARTITION_BY_FIELDS, field);
            key.append(name, new BsonString("$" + name));
        }
        return key;
    }
}
