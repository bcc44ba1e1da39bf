package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.List;
import java.util.function.LongBinaryOperator;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Bits of integers; one int64 among them makes the result one. */
final class BitExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            entry("$bitAnd", "bits that all have", -1, (left, right) -> left & right),
            ExpressionOperator.unary("$bitNot", "the other bits", BitExpressions::bitNot),
            entry("$bitOr", "bits that one has", 0, (left, right) -> left | right),
            entry("$bitXor", "bits that an odd number has", 0, (left, right) -> left ^ right));

    private BitExpressions() {}

    private static ExpressionOperator entry(String name, String help, long neutral, LongBinaryOperator operation) {
        return ExpressionOperator.variadic(name, help, arguments -> {
            long bits = neutral;
            boolean wide = false;
            boolean nullish = false;
            for (@Nullable BsonValue argument : arguments) {
                if (argument == null || isNullish(argument)) {
                    nullish = true;
                    continue;
                }
                bits = operation.applyAsLong(bits, integer(name, argument));
                wide |= argument.isInt64();
            }
            if (nullish) {
                return BsonNull.VALUE;
            }
            return wide ? new BsonInt64(bits) : new BsonInt32((int) bits);
        });
    }

    private static long integer(String name, @Nullable BsonValue value) {
        if (value != null && value.isInt32()) {
            return value.asInt32().getValue();
        }
        if (value != null && value.isInt64()) {
            return value.asInt64().getValue();
        }
        throw new CommandException(
                ErrorCode.TYPE_MISMATCH, name + " only supports int and long operands, not " + typeName(value) + ".");
    }

    private static BsonValue bitNot(@Nullable BsonValue argument) {
        if (argument == null || isNullish(argument)) {
            return BsonNull.VALUE;
        }
        long bits = ~integer("$bitNot", argument);
        return argument.isInt64() ? new BsonInt64(bits) : new BsonInt32((int) bits);
    }
}
