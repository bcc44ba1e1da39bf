package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import java.util.List;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The two parts of a timestamp. */
final class TimestampExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            ExpressionOperator.unary(
                    "$tsIncrement",
                    "the count within a timestamp's second",
                    argument -> part("$tsIncrement", 5687301, argument, 0)),
            ExpressionOperator.unary(
                    "$tsSecond",
                    "a timestamp's second",
                    argument -> part("$tsSecond", 5687302, argument, Integer.SIZE)));

    private TimestampExpressions() {}

    private static BsonValue part(String name, int code, @Nullable BsonValue argument, int shift) {
        if (isNullish(argument)) {
            return BsonNull.VALUE;
        }
        if (!(argument instanceof BsonTimestamp timestamp)) {
            throw refusal(code, " Argument to " + name + " must be a timestamp, but is " + typeName(argument));
        }
        return new BsonInt64((timestamp.getValue() >>> shift) & 0xFFFFFFFFL);
    }
}
