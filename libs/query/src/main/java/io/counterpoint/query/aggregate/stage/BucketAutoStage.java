package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.accumulator.Accumulator;
import io.counterpoint.query.aggregate.flow.BlockingIterator;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * {@code {$bucketAuto: {groupBy, buckets, output}}}: groups by ranges of about equal count. Equal values share a
 * bucket, so there may be fewer buckets than asked for.
 *
 * <p>Source: MongoDB manual, "$bucketAuto (aggregation)".
 *
 * @param source the argument
 * @param groupBy gives the value that is ranged
 * @param buckets how many, 1 or more
 * @param output what is accumulated in each
 * @param variables of the command
 * @param order of the ranged values
 */
record BucketAutoStage(
        BsonDocument source,
        Expression groupBy,
        int buckets,
        AccumulatedFields output,
        Variables variables,
        ValueOrder order)
        implements Stage {
    static final String NAME = "$bucketAuto";

    private static final BsonDocument COUNT = new BsonDocument("count", new BsonDocument("$sum", new BsonInt32(1)));

    /** A document with its value. */
    private record Valued(BsonValue value, BsonDocument document) {}

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
        return new BlockingIterator(input, all -> fill(sorted(all, context)));
    }

    private List<Valued> sorted(DocumentIterator input, StageContext context) {
        MemoryBudget budget = new MemoryBudget(NAME, context.memoryBytesMax());
        List<Valued> all = new ArrayList<>();
        while (input.hasNext()) {
            BsonDocument document = input.next();
            budget.hold(document);
            BsonValue value = groupBy.evaluate(document, variables);
            all.add(new Valued(value == null ? BsonNull.VALUE : value, document));
        }
        all.sort((left, right) -> order.compare(left.value(), right.value()));
        return all;
    }

    private Iterator<BsonDocument> fill(List<Valued> all) {
        List<BsonDocument> results = new ArrayList<>();
        int sizeWanted = Math.max(1, (int) Math.round((double) all.size() / buckets));
        for (int start = 0; start < all.size(); ) {
            boolean last = results.size() == buckets - 1;
            int end = last ? all.size() : endOfBucket(all, Math.min(all.size(), start + sizeWanted));
            results.add(bucket(all, start, end));
            start = end;
        }
        return results.iterator();
    }

    /** Equal values go into the bucket of the first of them. */
    private int endOfBucket(List<Valued> all, int wanted) {
        int end = wanted;
        while (end < all.size()
                && order.equal(all.get(end - 1).value(), all.get(end).value())) {
            end++;
        }
        return end;
    }

    private BsonDocument bucket(List<Valued> all, int start, int end) {
        Accumulator[] states = output.newStates();
        for (Valued valued : all.subList(start, end)) {
            output.add(states, valued.document(), variables);
        }
        BsonValue max = all.get(end < all.size() ? end : end - 1).value();
        BsonDocument range = new BsonDocument("min", all.get(start).value()).append("max", max);
        return output.output(range, states);
    }

    private static void checkName(String option) {
        switch (option) {
            case "groupBy", "buckets", "output" -> {}
            case "granularity" ->
                throw new CommandException(
                        ErrorCode.COMMAND_NOT_SUPPORTED, "The 'granularity' of $bucketAuto is not supported");
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
