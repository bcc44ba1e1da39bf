package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.aggregate.flow.BlockingIterator;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$bucketAuto: {groupBy, buckets, output, granularity}}}: groups by ranges of about equal count. Equal values
 * share a bucket, so there may be fewer buckets than asked for.
 *
 * <p>Source: MongoDB manual, "$bucketAuto (aggregation)".
 *
 * @param source the argument
 * @param groupBy gives the value that is ranged
 * @param buckets how many, 1 or more
 * @param output what is accumulated in each
 * @param granularity the numbers that boundaries are taken from; null for the values themselves
 * @param variables of the command
 * @param order of the ranged values
 */
record BucketAutoStage(
        BsonDocument source,
        Expression groupBy,
        int buckets,
        AccumulatedFields output,
        @Nullable Granularity granularity,
        Variables variables,
        ValueOrder order)
        implements Stage {
    static final String NAME = "$bucketAuto";

    private static final BsonDocument COUNT = new BsonDocument("count", new BsonDocument("$sum", new BsonInt32(1)));

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.location(
                    40239,
                    "The argument to $bucketAuto must be an object, but found type: " + BsonTypes.name(argument) + ".");
        }
        BsonDocument options = argument.asDocument();
        options.keySet().forEach(BucketAutoStage::checkName);
        BsonValue groupBy = options.get("groupBy");
        BsonValue buckets = options.get("buckets");
        if (groupBy == null || buckets == null) {
            throw StageErrors.location(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified.");
        }
        BucketStage.requireExpression(NAME, 40240, groupBy);
        BsonValue output = options.get("output", COUNT);
        if (!output.isDocument()) {
            throw StageErrors.location(
                    40244,
                    "The $bucketAuto 'output' field must be an object, but found type: " + BsonTypes.name(output)
                            + ".");
        }
        return List.of(new BucketAutoStage(
                options,
                Expression.parse(groupBy, parsing.query()),
                bucketCount(buckets),
                AccumulatedFields.parse(output.asDocument(), Set.of(), parsing.query()),
                granularity(options.get("granularity")),
                Variables.of(parsing.query()),
                parsing.query().order()));
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
        return new BlockingIterator(input, all -> new AutoBuckets(this, context.memory()).over(all));
    }

    /** The value that a document is put into a bucket by; null value for a missing one. */
    BsonValue valueOf(BsonDocument document) {
        BsonValue value = groupBy.evaluate(document, variables);
        if (granularity != null) {
            checkNumber(value);
        }
        return value == null ? BsonNull.VALUE : value;
    }

    private static void checkNumber(@Nullable BsonValue value) {
        if (value == null || !Numbers.isNumber(value)) {
            throw StageErrors.location(
                    40258,
                    "$bucketAuto can specify a 'granularity' with numeric boundaries only, but found a value with type: "
                            + (value == null ? "missing" : BsonTypes.name(value)));
        }
        if (Numbers.isNaN(value)) {
            throw StageErrors.location(
                    40259, "$bucketAuto can specify a 'granularity' with numeric boundaries only, but found a NaN");
        }
        if (Numbers.toDouble(value) < 0) {
            throw StageErrors.location(
                    40260,
                    "$bucketAuto can specify a 'granularity' with non-negative numbers only, but found a negative"
                            + " number");
        }
    }

    private static @Nullable Granularity granularity(@Nullable BsonValue value) {
        if (value == null) {
            return null;
        }
        if (!value.isString()) {
            throw StageErrors.location(
                    40261,
                    "The $bucketAuto 'granularity' field must be a string, but found type: " + BsonTypes.name(value)
                            + ".");
        }
        Granularity granularity = Granularity.of(value.asString().getValue());
        if (granularity == null) {
            throw StageErrors.location(
                    40257, "Unknown rounding granularity '" + value.asString().getValue() + "'");
        }
        return granularity;
    }

    private static void checkName(String option) {
        switch (option) {
            case "groupBy", "buckets", "output", "granularity" -> {}
            default -> throw StageErrors.location(40245, "Unrecognized option to $bucketAuto: " + option + ".");
        }
    }

    private static int bucketCount(BsonValue value) {
        if (!Numbers.isNumber(value)) {
            throw StageErrors.location(
                    40241,
                    "The $bucketAuto 'buckets' field must be a numeric value, but found type: " + BsonTypes.name(value)
                            + ".");
        }
        long count = Numbers.asExactLong(value).orElse(Long.MAX_VALUE);
        if (count != (int) count) {
            throw StageErrors.location(
                    40242,
                    "The $bucketAuto 'buckets' field must be representable as a 32-bit integer, but found "
                            + ValueText.of(value) + ".");
        }
        if (count <= 0) {
            throw StageErrors.location(
                    40243, "The $bucketAuto 'buckets' field must be greater than 0, but found: " + count + ".");
        }
        return (int) count;
    }
}
