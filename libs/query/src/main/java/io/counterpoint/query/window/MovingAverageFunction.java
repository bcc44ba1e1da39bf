package io.counterpoint.query.window;

import static io.counterpoint.query.window.WindowArguments.failedToParse;

import io.counterpoint.bson.number.Decimals;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.expression.Expression;
import java.util.OptionalLong;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$expMovingAvg: {input, N}}} or {@code {input, alpha}}: a mean in which newer values weigh more. What is no
 * number changes nothing. Computed in decimals, and a double unless there was a decimal.
 *
 * @param input gives the values
 * @param alpha the weight of the newest value, in (0, 1]
 */
record MovingAverageFunction(Expression input, Decimal128 alpha) implements WindowFunction {
    static final WindowOperator ENTRY =
            new WindowOperator("$expMovingAvg", "the exponential moving average", MovingAverageFunction::parse);

    private static final Decimal128 ONE = new Decimal128(1);

    private static WindowFunction parse(WindowArguments arguments) {
        if (arguments.window() != null || !(arguments.operand() instanceof BsonDocument options)) {
            throw failedToParse("$expMovingAvg must have exactly one argument that is an object");
        }
        @Nullable BsonValue input = options.get("input");
        @Nullable BsonValue count = options.get("N");
        @Nullable BsonValue alpha = options.get("alpha");
        String fields = "$expMovingAvg sub object must have exactly two fields: An 'input' field, and either an 'N'"
                + " field or an 'alpha' field";
        if (options.size() != 2 || input == null) {
            throw failedToParse(fields);
        }
        if (arguments.sortBy() == null) {
            throw failedToParse("$expMovingAvg requires an explicit 'sortBy'");
        }
        if (count == null && alpha == null) {
            throw failedToParse("Got unrecognized field in $expMovingAvg" + fields);
        }
        return new MovingAverageFunction(
                arguments.expression(input), alpha != null ? weight(alpha) : weightOfLast(count));
    }

    /** The weight that makes the mean one of about so many values. */
    private static Decimal128 weightOfLast(@Nullable BsonValue count) {
        if (!(count instanceof BsonNumber)) {
            throw failedToParse("'N' field must be an integer, but found type " + SortValues.typeName(count));
        }
        OptionalLong whole = Numbers.asExactLong(count);
        if (whole.isEmpty()) {
            throw failedToParse("'N' field must be an integer, but found  " + ValueText.element("N", count)
                    + ". To use a non-integer, use the 'alpha' argument instead");
        }
        if (whole.getAsLong() <= 0) {
            throw failedToParse("'N' must be greater than zero. Got " + whole.getAsLong());
        }
        return Decimals.divide(new Decimal128(2), Decimals.add(new Decimal128(whole.getAsLong()), ONE));
    }

    private static Decimal128 weight(BsonValue alpha) {
        if (!(alpha instanceof BsonNumber)) {
            throw failedToParse("'alpha' must be a number");
        }
        double value = Numbers.toDouble(alpha);
        if (!(value > 0 && value < 1)) {
            throw failedToParse(
                    "'alpha' must be between 0 and 1 (exclusive), found " + ValueText.element("alpha", alpha));
        }
        return Numbers.toDecimal(alpha);
    }

    @Override
    public BsonValue[] over(Partition partition) {
        @Nullable BsonValue[] values = partition.values(input);
        BsonValue[] results = new BsonValue[values.length];
        Decimal128 rest = Decimals.subtract(ONE, alpha);
        @Nullable Decimal128 mean = null;
        boolean decimal = false;
        for (int i = 0; i < results.length; i++) {
            if (values[i] instanceof BsonNumber) {
                BsonValue value = values[i];
                decimal |= value.getBsonType() == BsonType.DECIMAL128;
                Decimal128 number = Numbers.toDecimal(value);
                mean = mean == null
                        ? number
                        : Decimals.add(Decimals.multiply(number, alpha), Decimals.multiply(mean, rest));
            }
            results[i] = result(mean, decimal);
        }
        return results;
    }

    private static BsonValue result(@Nullable Decimal128 mean, boolean decimal) {
        if (mean == null) {
            return BsonNull.VALUE;
        }
        BsonDecimal128 exact = new BsonDecimal128(mean);
        return decimal ? exact : new BsonDouble(Numbers.toDouble(exact));
    }
}
