package io.counterpoint.query.expression;

import io.counterpoint.bson.order.ValueOrder;
import java.util.List;
import java.util.function.IntPredicate;
import org.bson.BsonBoolean;
import org.bson.BsonInt32;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Comparisons over all types: unlike in filters there are no brackets, {@code {$lt: [5, "a"]}} is true. */
final class ComparisonExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            ExpressionOperator.comparing(
                    "$cmp",
                    "order of two values: -1, 0 or 1",
                    2,
                    2,
                    (arguments, order) -> new BsonInt32(Integer.signum(compare(arguments[0], arguments[1], order)))),
            comparison("$eq", "whether two values are equal", order -> order == 0),
            comparison("$gt", "whether a value is greater than another", order -> order > 0),
            comparison("$gte", "whether a value is not less than another", order -> order >= 0),
            comparison("$lt", "whether a value is less than another", order -> order < 0),
            comparison("$lte", "whether a value is not greater than another", order -> order <= 0),
            comparison("$ne", "whether two values differ", order -> order != 0));

    private ComparisonExpressions() {}

    private static ExpressionOperator comparison(String name, String help, IntPredicate answer) {
        return ExpressionOperator.comparing(
                name,
                help,
                2,
                2,
                (arguments, order) -> BsonBoolean.valueOf(answer.test(compare(arguments[0], arguments[1], order))));
    }

    /** The order of two values; a missing one is above MinKey and below everything else. */
    static int compare(@Nullable BsonValue left, @Nullable BsonValue right, ValueOrder order) {
        if (left != null && right != null) {
            return order.compare(left, right);
        }
        if (left == null && right == null) {
            return 0;
        }
        if (left == null) {
            return right instanceof BsonMinKey ? 1 : -1;
        }
        return left instanceof BsonMinKey ? -1 : 1;
    }
}
