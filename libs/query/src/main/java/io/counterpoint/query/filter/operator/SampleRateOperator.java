package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.random.RandomSource;
import io.counterpoint.query.filter.FilterNode;
import org.bson.BsonNumber;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$sampleRate: 0.1}}: each document with that probability. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/aggregation/sampleRate/">$sampleRate</a>.
 */
final class SampleRateOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofDocument("$sampleRate", "a document by chance", SampleRateOperator::parse);

    private SampleRateOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        if (!(use.operand() instanceof BsonNumber number)) {
            throw new CommandException(ErrorCode.BAD_VALUE, "argument to $sampleRate must be a numeric type");
        }
        double rate = number.doubleValue();
        if (!(rate >= 0 && rate <= 1)) {
            throw new CommandException(ErrorCode.BAD_VALUE, "numeric argument to $sampleRate must be in [0, 1]");
        }
        @Nullable RandomSource random = use.parser().context().random();
        if (random == null) {
            throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED, "$sampleRate is not supported here");
        }
        return new FilterNode.Whole("$sampleRate", use.operand(), document -> random.nextDouble() < rate);
    }
}
