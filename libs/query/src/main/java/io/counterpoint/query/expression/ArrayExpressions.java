package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.isNumber;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.Truth;
import io.counterpoint.query.ValueText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Arrays as a whole, their elements by position, and their parts. */
final class ArrayExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            ExpressionOperator.unary(
                    "$allElementsTrue",
                    "whether no element is false",
                    argument -> BsonBoolean.valueOf(requireForTruth("$allElementsTrue", 17040, argument).stream()
                            .allMatch(Truth::of))),
            ExpressionOperator.unary(
                    "$anyElementTrue",
                    "whether one element is true",
                    argument -> BsonBoolean.valueOf(requireForTruth("$anyElementTrue", 17041, argument).stream()
                            .anyMatch(Truth::of))),
            ExpressionOperator.function(
                    "$arrayElemAt", "the element at a position", 2, 2, ArrayExpressions::arrayElemAt),
            ExpressionOperator.variadic("$concatArrays", "arrays one after another", ArrayExpressions::concatArrays),
            ExpressionOperator.unary("$first", "the first element", argument -> end("$first", argument, 0)),
            ExpressionOperator.comparing("$in", "whether a value is an element", 2, 2, ArrayExpressions::in),
            ExpressionOperator.comparing(
                    "$indexOfArray", "the position of a value", 2, 4, ArrayExpressions::indexOfArray),
            ExpressionOperator.unary(
                    "$isArray",
                    "whether a value is an array",
                    argument -> BsonBoolean.valueOf(argument instanceof BsonArray)),
            ExpressionOperator.unary("$last", "the last element", argument -> end("$last", argument, -1)),
            ExpressionOperator.function("$range", "whole numbers in steps", 2, 3, ArrayExpressions::range),
            ExpressionOperator.unary("$reverseArray", "the elements backwards", ArrayExpressions::reverseArray),
            ExpressionOperator.unary("$size", "how many elements", ArrayExpressions::size),
            ExpressionOperator.function("$slice", "a part of an array", 2, 3, ArrayExpressions::slice));

    private ArrayExpressions() {}

    private static BsonArray requireForTruth(String operator, int code, @Nullable BsonValue argument) {
        if (argument instanceof BsonArray array) {
            return array;
        }
        throw refusal(code, operator + "'s argument must be an array, but is " + typeName(argument));
    }

    private static @Nullable BsonValue arrayElemAt(@Nullable BsonValue[] arguments) {
        if (isNullish(arguments[0]) || isNullish(arguments[1])) {
            return BsonNull.VALUE;
        }
        if (!(arguments[0] instanceof BsonArray array)) {
            throw refusal(28689, "$arrayElemAt's first argument must be an array, but is " + typeName(arguments[0]));
        }
        if (!isNumber(arguments[1])) {
            throw refusal(
                    28690, "$arrayElemAt's second argument must be a numeric value, but is " + typeName(arguments[1]));
        }
        int position = Arguments.requireInt(
                arguments[1], 28691, "$arrayElemAt's second argument must be representable as a 32-bit integer: ");
        return at(array, position);
    }

    /** The element at a position, counted from the end when negative; null when there is none. */
    private static @Nullable BsonValue at(BsonArray array, int position) {
        long index = position < 0 ? (long) array.size() + position : position;
        return index < 0 || index >= array.size() ? null : array.get((int) index);
    }

    private static @Nullable BsonValue end(String operator, @Nullable BsonValue argument, int position) {
        if (isNullish(argument)) {
            return BsonNull.VALUE;
        }
        if (!(argument instanceof BsonArray array)) {
            throw refusal(28689, operator + "'s argument must be an array, but is " + typeName(argument));
        }
        return at(array, position);
    }

    private static @Nullable BsonValue concatArrays(@Nullable BsonValue[] arguments) {
        List<BsonValue> joined = new ArrayList<>();
        for (@Nullable BsonValue argument : arguments) {
            if (isNullish(argument)) {
                return BsonNull.VALUE;
            }
            if (!(argument instanceof BsonArray array)) {
                throw refusal(28664, "$concatArrays only supports arrays, not " + typeName(argument));
            }
            joined.addAll(array);
        }
        return new BsonArray(joined);
    }

    private static BsonValue in(@Nullable BsonValue[] arguments, ValueOrder order) {
        if (!(arguments[1] instanceof BsonArray array)) {
            throw refusal(40081, "$in requires an array as a second argument, found: " + typeName(arguments[1]));
        }
        @Nullable BsonValue wanted = arguments[0];
        return BsonBoolean.valueOf(wanted != null && array.stream().anyMatch(element -> order.equal(element, wanted)));
    }

    private static BsonValue indexOfArray(@Nullable BsonValue[] arguments, ValueOrder order) {
        if (isNullish(arguments[0])) {
            return BsonNull.VALUE;
        }
        if (!(arguments[0] instanceof BsonArray array)) {
            throw refusal(
                    40090, "$indexOfArray requires an array as a first argument, found: " + typeName(arguments[0]));
        }
        int start = StringExpressions.IndexRange.start("$indexOfArray", arguments, 0);
        int end = Math.min(StringExpressions.IndexRange.end("$indexOfArray", arguments, array.size()), array.size());
        for (int i = start; i < end; i++) {
            if (ComparisonExpressions.compare(array.get(i), arguments[1], order) == 0) {
                return new BsonInt32(i);
            }
        }
        return new BsonInt32(-1);
    }

    private static BsonValue range(@Nullable BsonValue[] arguments) {
        int start = rangeBound(arguments[0], "starting", 34443);
        int end = rangeBound(arguments[1], "ending", 34445);
        int step = arguments.length < 3 ? 1 : rangeBound(arguments[2], "step", 34447);
        if (step == 0) {
            throw refusal(34449, "$range requires a non-zero step value");
        }
        List<BsonValue> numbers = new ArrayList<>();
        for (long number = start; step > 0 ? number < end : number > end; number += step) {
            numbers.add(new BsonInt32((int) number));
        }
        return new BsonArray(numbers);
    }

    private static int rangeBound(@Nullable BsonValue value, String which, int code) {
        String article = which.equals("ending") ? "an " : "a ";
        if (value == null || !isNumber(value)) {
            throw refusal(
                    code, "$range requires a numeric " + which + " value, found value of type: " + typeName(value));
        }
        return Arguments.asInt(value)
                .orElseThrow(() -> refusal(
                        code + 1,
                        "$range requires " + article + which
                                + " value that can be represented as a 32-bit integer, found value: "
                                + ValueText.of(value)));
    }

    private static BsonValue reverseArray(@Nullable BsonValue argument) {
        if (isNullish(argument)) {
            return BsonNull.VALUE;
        }
        if (!(argument instanceof BsonArray array)) {
            throw refusal(
                    34435, "The argument to $reverseArray must be an array, but was of type: " + typeName(argument));
        }
        List<BsonValue> reversed = new ArrayList<>(array);
        Collections.reverse(reversed);
        return new BsonArray(reversed);
    }

    private static BsonValue size(@Nullable BsonValue argument) {
        if (!(argument instanceof BsonArray array)) {
            throw refusal(17124, "The argument to $size must be an array, but was of type: " + typeName(argument));
        }
        return new BsonInt32(array.size());
    }

    private static BsonValue slice(@Nullable BsonValue[] arguments) {
        @Nullable BsonValue third = arguments.length == 3 ? arguments[2] : null;
        if (isNullish(arguments[0]) || isNullish(arguments[1]) || (arguments.length == 3 && isNullish(third))) {
            return BsonNull.VALUE;
        }
        if (!(arguments[0] instanceof BsonArray array)) {
            throw refusal(
                    28724, "First argument to $slice must be an array, but is of type: " + typeName(arguments[0]));
        }
        if (!isNumber(arguments[1])) {
            throw refusal(
                    28725,
                    "Second argument to $slice must be a numeric value, but is of type: " + typeName(arguments[1]));
        }
        int second = Arguments.requireInt(
                arguments[1], 28726, "Second argument to $slice can't be represented as a 32-bit integer: ");
        int size = array.size();
        if (third == null) {
            int from = second < 0 ? Math.max(0, size + second) : 0;
            int to = second < 0 ? size : Math.min(size, second);
            return new BsonArray(array.getValues().subList(from, to));
        }
        if (!isNumber(third)) {
            throw refusal(28727, "Third argument to $slice must be numeric, but is of type: " + typeName(third));
        }
        int count = Arguments.requireInt(
                third, 28728, "Third argument to $slice can't be represented as a 32-bit integer: ");
        if (count <= 0) {
            throw refusal(28729, "Third argument to $slice must be positive: " + count);
        }
        int from = second < 0 ? Math.max(0, size + second) : Math.min(size, second);
        int to = (int) Math.min(size, (long) from + count);
        return new BsonArray(array.getValues().subList(from, to));
    }
}
