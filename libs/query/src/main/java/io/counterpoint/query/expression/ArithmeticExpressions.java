package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.isNumber;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.ExpressionArithmetic;
import io.counterpoint.bson.number.NumberSum;
import io.counterpoint.bson.number.Numbers;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonDateTime;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Sums, products and remainders, of numbers and partly of dates. */
final class ArithmeticExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            ExpressionOperator.variadic("$add", "sum of numbers and at most one date", ArithmeticExpressions::add),
            ExpressionOperator.function("$divide", "quotient of two numbers", 2, 2, ArithmeticExpressions::divide),
            ExpressionOperator.function("$mod", "remainder of a division", 2, 2, ArithmeticExpressions::mod),
            ExpressionOperator.variadic("$multiply", "product of numbers", ArithmeticExpressions::multiply),
            ExpressionOperator.function(
                    "$subtract",
                    "difference of numbers, of dates, or of a date and milliseconds",
                    2,
                    2,
                    ArithmeticExpressions::subtract));

    private ArithmeticExpressions() {}

    private static @Nullable BsonValue add(@Nullable BsonValue[] arguments) {
        NumberSum sum = new NumberSum();
        @Nullable BsonDateTime date = null;
        boolean nullish = false;
        for (@Nullable BsonValue argument : arguments) {
            if (isNullish(argument)) {
                nullish = true;
            } else if (argument instanceof BsonDateTime found) {
                if (date != null) {
                    throw refusal(16612, "only one date allowed in an $add expression");
                }
                date = found;
            } else if (argument instanceof BsonNumber) {
                sum.add(argument);
            } else {
                throw new CommandException(
                        ErrorCode.TYPE_MISMATCH, "$add only supports numeric or date types, not " + typeName(argument));
            }
        }
        if (nullish) {
            return BsonNull.VALUE;
        }
        return date == null ? sum.result() : plusMillis(date, sum.result(), "$add");
    }

    private static BsonDateTime plusMillis(BsonDateTime date, BsonValue millis, String operator) {
        // Fractions of a millisecond round to the nearest.
        double number = Numbers.toDouble(millis);
        OptionalLong whole = Numbers.asExactLong(millis);
        if (whole.isEmpty() && !(Math.abs(number) < 0x1p63)) {
            throw dateOverflow(operator);
        }
        try {
            return new BsonDateTime(Math.addExact(date.getValue(), whole.orElse(Math.round(number))));
        } catch (ArithmeticException e) {
            throw dateOverflow(operator);
        }
    }

    private static CommandException dateOverflow(String operator) {
        return new CommandException(ErrorCode.OVERFLOW, "date overflow in " + operator);
    }

    private static @Nullable BsonValue subtract(@Nullable BsonValue[] arguments) {
        @Nullable BsonValue left = arguments[0];
        @Nullable BsonValue right = arguments[1];
        if (isNullish(left) || isNullish(right)) {
            return BsonNull.VALUE;
        }
        if (left instanceof BsonNumber && right instanceof BsonNumber) {
            return ExpressionArithmetic.subtract(left, right);
        }
        if (left instanceof BsonDateTime date) {
            if (right instanceof BsonDateTime other) {
                return new BsonInt64(date.getValue() - other.getValue());
            }
            if (right instanceof BsonNumber) {
                return plusMillis(date, ExpressionArithmetic.subtract(new BsonInt32(0), right), "$subtract");
            }
        }
        throw new CommandException(
                ErrorCode.TYPE_MISMATCH, "can't $subtract " + typeName(right) + " from " + typeName(left));
    }

    private static @Nullable BsonValue multiply(@Nullable BsonValue[] arguments) {
        BsonValue product = new BsonInt32(1);
        boolean nullish = false;
        for (@Nullable BsonValue argument : arguments) {
            if (isNullish(argument)) {
                nullish = true;
            } else if (argument instanceof BsonNumber) {
                product = ExpressionArithmetic.multiply(product, argument);
            } else {
                throw new CommandException(
                        ErrorCode.TYPE_MISMATCH, "$multiply only supports numeric types, not " + typeName(argument));
            }
        }
        return nullish ? BsonNull.VALUE : product;
    }

    private static @Nullable BsonValue divide(@Nullable BsonValue[] arguments) {
        @Nullable BsonValue left = arguments[0];
        @Nullable BsonValue right = arguments[1];
        if (left instanceof BsonNumber && right instanceof BsonNumber) {
            if (Numbers.isZero(right)) {
                throw new CommandException(ErrorCode.BAD_VALUE, "can't $divide by zero");
            }
            return ExpressionArithmetic.divide(left, right);
        }
        if (isNullish(left) || isNullish(right)) {
            return BsonNull.VALUE;
        }
        throw new CommandException(
                ErrorCode.TYPE_MISMATCH,
                "$divide only supports numeric types, not " + typeName(left) + " and " + typeName(right));
    }

    private static @Nullable BsonValue mod(@Nullable BsonValue[] arguments) {
        @Nullable BsonValue left = arguments[0];
        @Nullable BsonValue right = arguments[1];
        if (isNullish(left) || isNullish(right)) {
            return BsonNull.VALUE;
        }
        if (!isNumber(left) || !isNumber(right)) {
            throw refusal(16611, "$mod only supports numeric types, not " + typeName(left) + " and " + typeName(right));
        }
        if (Numbers.isZero(right)) {
            throw refusal(16610, "can't $mod by zero");
        }
        return ExpressionArithmetic.mod(left, right);
    }
}
