package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$bucket: {groupBy, boundaries, default, output}}}: groups by ranges. Short for a {@code $group} by a
 * {@code $switch} over the boundaries and a {@code $sort} by {@code _id}.
 *
 * <p>Source: MongoDB manual, "$bucket (aggregation)".
 */
final class BucketStage {
    static final String NAME = "$bucket";

    private final StageParsing parsing;
    private @Nullable BsonValue groupBy;
    private @Nullable List<BsonValue> boundaries;
    private @Nullable BsonValue other;
    private BsonDocument output = new BsonDocument("count", new BsonDocument("$sum", new BsonInt32(1)));

    private BucketStage(StageParsing parsing) {
        this.parsing = parsing;
    }

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.location(
                    40201,
                    "Argument to $bucket stage must be an object, but found type: " + BsonTypes.name(argument) + ".");
        }
        BucketStage bucket = new BucketStage(parsing);
        argument.asDocument().forEach(bucket::option);
        return bucket.stages();
    }

    private void option(String name, BsonValue value) {
        switch (name) {
            case "groupBy" -> {
                requireExpression(NAME, 40202, value);
                groupBy = value;
            }
            case "boundaries" -> boundaries = boundaries(value);
            case "default" -> other = constant(40200, "default", value);
            case "output" -> {
                if (!value.isDocument()) {
                    throw StageErrors.location(
                            40196,
                            "The $bucket 'output' field must be an object, but found type: " + BsonTypes.name(value)
                                    + ".");
                }
                output = value.asDocument();
            }
            default -> throw StageErrors.location(40197, "Unrecognized option to $bucket: " + name + ".");
        }
    }

    private List<Stage> stages() {
        if (groupBy == null || boundaries == null) {
            throw StageErrors.location(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
        }
        checkDefault(boundaries);
        BsonArray branches = new BsonArray();
        for (int i = 0; i + 1 < boundaries.size(); i++) {
            BsonArray range = new BsonArray(List.of(
                    comparison("$gte", groupBy, boundaries.get(i)), comparison("$lt", groupBy, boundaries.get(i + 1))));
            branches.add(new BsonDocument("case", new BsonDocument("$and", range))
                    .append("then", new BsonDocument("$literal", boundaries.get(i))));
        }
        BsonDocument choice = new BsonDocument("branches", branches);
        if (other != null) {
            choice.append("default", new BsonDocument("$literal", other));
        }
        BsonDocument group = new BsonDocument("_id", new BsonDocument("$switch", choice));
        output.forEach(group::append);
        List<Stage> stages = new ArrayList<>(GroupStage.parse(group, parsing));
        stages.addAll(SortStage.parse(new BsonDocument("_id", new BsonInt32(1)), parsing));
        return stages;
    }

    /** Refuses what is neither a path nor an expression in an object. */
    static void requireExpression(String stage, int code, BsonValue value) {
        boolean path = value.isString() && value.asString().getValue().startsWith("$");
        if (!path && !value.isDocument()) {
            throw StageErrors.location(
                    code,
                    "The " + stage
                            + " 'groupBy' field must be defined as a $-prefixed path or an expression, but found: "
                            + ValueText.of(value) + ".");
        }
    }

    private List<BsonValue> boundaries(BsonValue value) {
        if (!value.isArray()) {
            throw StageErrors.location(
                    40200,
                    "The $bucket 'boundaries' field must be an array, but found type: " + BsonTypes.name(value) + ".");
        }
        List<BsonValue> result = new ArrayList<>();
        for (BsonValue boundary : value.asArray()) {
            result.add(constant(40191, "boundaries", boundary));
        }
        if (result.size() < 2) {
            throw StageErrors.location(
                    40192,
                    "The $bucket 'boundaries' field must have at least 2 values, but found " + result.size()
                            + " value(s).");
        }
        for (int i = 1; i < result.size(); i++) {
            checkAscending(result.get(i - 1), result.get(i), i, parsing.query().order());
        }
        return result;
    }

    private static void checkAscending(BsonValue lower, BsonValue upper, int index, ValueOrder order) {
        if (BsonOrder.typeRank(lower) != BsonOrder.typeRank(upper)) {
            throw StageErrors.location(
                    40193,
                    "All values in the the 'boundaries' option to $bucket must have the same type. Found conflicting"
                            + " types " + BsonTypes.name(lower) + " and " + BsonTypes.name(upper) + ".");
        }
        if (order.compare(lower, upper) >= 0) {
            throw StageErrors.location(
                    40194,
                    "The 'boundaries' option to $bucket must be sorted, but elements " + (index - 1) + " and " + index
                            + " are not in ascending order (" + ValueText.of(lower) + " is not less than "
                            + ValueText.of(upper) + ").");
        }
    }

    private void checkDefault(List<BsonValue> ordered) {
        if (other == null) {
            return;
        }
        BsonValue lowest = ordered.get(0);
        BsonValue highest = ordered.get(ordered.size() - 1);
        ValueOrder order = parsing.query().order();
        if (order.compare(other, lowest) >= 0 && order.compare(other, highest) < 0) {
            throw StageErrors.location(
                    40199,
                    "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the"
                            + " highest boundary.");
        }
    }

    private BsonValue constant(int code, String option, BsonValue value) {
        Expression expression = Expression.parse(value, parsing.query());
        BsonValue constant =
                expression.isConstant() ? expression.evaluate(new BsonDocument(), Variables.of(parsing.query())) : null;
        if (constant == null) {
            throw StageErrors.location(
                    code,
                    "The $bucket '" + option + "' field must be an array of constant expressions, but found: "
                            + ValueText.of(value) + ".");
        }
        return constant;
    }

    private static BsonValue comparison(String operator, BsonValue left, BsonValue right) {
        return new BsonDocument(operator, new BsonArray(List.of(left, new BsonDocument("$literal", right))));
    }
}
