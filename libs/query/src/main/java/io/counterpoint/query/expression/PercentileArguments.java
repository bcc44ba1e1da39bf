package io.counterpoint.query.expression;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of {@code $percentile} and {@code $median}, which are the same for the expressions and the
 * accumulators. Immutable; any thread. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/aggregation/percentile/">$percentile</a>.
 */
public final class PercentileArguments {
    /** MongoDB's names. */
    public static final String PERCENTILE = "$percentile";

    /** As {@link #PERCENTILE}. */
    public static final String MEDIAN = "$median";

    private static final String INPUT = "input";
    private static final String FRACTIONS = "p";
    private static final String METHOD = "method";

    private final BsonValue input;
    private final List<Double> fractions;
    private final boolean single;

    private PercentileArguments(BsonValue input, List<Double> fractions, boolean single) {
        this.input = input;
        this.fractions = List.copyOf(fractions);
        this.single = single;
    }

    /**
     * Reads the operand of one of the two operators.
     *
     * @param objectCode of the refusal of what is no document
     * @throws CommandException that, 40414 and 40415 for missing and unknown arguments, BadValue for another method
     *     than {@code approximate}, 7750300 to 7750303 for fractions that are none
     */
    public static PercentileArguments parse(String operator, BsonValue operand, int objectCode, QueryContext context) {
        if (!(operand instanceof BsonDocument arguments)) {
            throw Arguments.refusal(
                    objectCode, "specification must be an object; found " + ValueText.element(operator, operand));
        }
        boolean single = operator.equals(MEDIAN);
        for (Map.Entry<String, BsonValue> argument : arguments.entrySet()) {
            switch (argument.getKey()) {
                case INPUT -> {}
                case METHOD -> checkMethod(operator, argument.getValue());
                case FRACTIONS -> {
                    if (single) {
                        throw unknown(operator, FRACTIONS);
                    }
                }
                default -> throw unknown(operator, argument.getKey());
            }
        }
        BsonValue input = require(operator, arguments, INPUT);
        List<Double> fractions = single ? List.of(0.5) : fractions(require(operator, arguments, FRACTIONS), context);
        require(operator, arguments, METHOD);
        return new PercentileArguments(input, fractions, single);
    }

    /** What gives the numbers; not parsed. */
    public BsonValue input() {
        return input;
    }

    /**
     * The operator's result: for {@code $percentile} an array of one double for each fraction, for {@code $median} one
     * double; null in the place of each when there are no numbers.
     *
     * @param quantile the number at a fraction in [0, 1]; null when there are no numbers
     */
    public BsonValue result(@Nullable DoubleUnaryOperator quantile) {
        List<BsonValue> results = new ArrayList<>();
        for (double fraction : fractions) {
            results.add(quantile == null ? BsonNull.VALUE : new BsonDouble(quantile.applyAsDouble(fraction)));
        }
        return single ? results.get(0) : new BsonArray(results);
    }

    private static void checkMethod(String operator, BsonValue method) {
        if (!(method instanceof BsonString text)) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH,
                    "BSON field '" + operator + ".method' is the wrong type '" + BsonTypes.name(method)
                            + "', expected type 'string'");
        }
        if (!text.getValue().equals("approximate")) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE, "Currently only 'approximate' can be used as percentile 'method'.");
        }
    }

    private static CommandException unknown(String operator, String argument) {
        return new CommandException(
                ErrorCode.IDL_UNKNOWN_FIELD, "BSON field '" + operator + "." + argument + "' is an unknown field.");
    }

    private static BsonValue require(String operator, BsonDocument arguments, String name) {
        @Nullable BsonValue value = arguments.get(name);
        if (value == null) {
            throw new CommandException(
                    ErrorCode.IDL_FAILED_TO_PARSE,
                    "BSON field '" + operator + "." + name + "' is missing but a required field");
        }
        return value;
    }

    /** The fractions must not depend on documents; they are computed once. */
    private static List<Double> fractions(BsonValue operand, QueryContext context) {
        @Nullable
        BsonValue value = Expression.parse(operand, context).evaluate(new BsonDocument(), Variables.of(context));
        if (value == null) {
            throw Arguments.refusal(
                    7750300,
                    "The $percentile 'p' field must be an array of constant values, but found value: "
                            + ValueText.of(operand) + ".");
        }
        if (!(value instanceof BsonArray array) || array.isEmpty()) {
            throw notFractions(7750301, value);
        }
        List<Double> fractions = new ArrayList<>();
        for (BsonValue element : array) {
            if (!Numbers.isNumber(element)) {
                throw notFractions(7750302, element);
            }
            double fraction = Numbers.toDouble(element);
            if (!(fraction >= 0 && fraction <= 1)) {
                throw notFractions(7750303, element);
            }
            fractions.add(fraction);
        }
        return fractions;
    }

    private static CommandException notFractions(int code, BsonValue found) {
        return Arguments.refusal(
                code,
                "The $percentile 'p' field must be an array of numbers from [0.0, 1.0], but found: "
                        + ValueText.of(found));
    }
}
