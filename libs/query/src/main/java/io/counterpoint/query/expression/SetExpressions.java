package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.bson.order.ValueOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Arrays as sets: order and repetition do not matter. Unions and intersections come in BSON order. */
final class SetExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            ExpressionOperator.comparing(
                    "$setDifference", "in one set but not in the other", 2, 2, SetExpressions::difference),
            new ExpressionOperator("$setEquals", "whether sets have the same elements", SetExpressions::parseEquals),
            ExpressionOperator.comparing(
                    "$setIntersection", "in all sets", 0, Integer.MAX_VALUE, SetExpressions::intersection),
            ExpressionOperator.comparing(
                    "$setIsSubset", "whether a set is part of another", 2, 2, SetExpressions::isSubset),
            ExpressionOperator.comparing(
                    "$setUnion", "in one of the sets", 0, Integer.MAX_VALUE, SetExpressions::union));

    private SetExpressions() {}

    private static SortedSet<BsonValue> setOf(Collection<BsonValue> values, ValueOrder order) {
        SortedSet<BsonValue> set = new TreeSet<>(order);
        set.addAll(values);
        return set;
    }

    private static BsonArray require(@Nullable BsonValue value, int code, String text) {
        if (value instanceof BsonArray array) {
            return array;
        }
        throw refusal(code, text + typeName(value));
    }

    private static BsonValue difference(@Nullable BsonValue[] arguments, ValueOrder order) {
        if (isNullish(arguments[0]) || isNullish(arguments[1])) {
            return BsonNull.VALUE;
        }
        BsonArray left = require(
                arguments[0], 17048, "both operands of $setDifference must be arrays. First argument is of type: ");
        SortedSet<BsonValue> seen = setOf(
                require(
                        arguments[1],
                        17049,
                        "both operands of $setDifference must be arrays. Second argument is of type: "),
                order);
        List<BsonValue> difference = new ArrayList<>();
        for (BsonValue value : left) {
            if (seen.add(value)) {
                difference.add(value);
            }
        }
        return new BsonArray(difference);
    }

    private static Expression parseEquals(BsonValue argument, ExpressionParser parser) {
        if (!argument.isArray() || argument.asArray().size() < 2) {
            int count = argument.isArray() ? argument.asArray().size() : 1;
            throw refusal(17045, "$setEquals needs at least two arguments had: " + count);
        }
        ValueOrder order = parser.order();
        return ExpressionOperator.applying(
                Arguments.positional("$setEquals", argument, parser, 2, Integer.MAX_VALUE),
                arguments -> setEquals(arguments, order));
    }

    private static BsonValue setEquals(@Nullable BsonValue[] arguments, ValueOrder order) {
        @Nullable SortedSet<BsonValue> first = null;
        boolean equal = true;
        for (int i = 0; i < arguments.length; i++) {
            SortedSet<BsonValue> set = setOf(
                    require(
                            arguments[i],
                            17044,
                            "All operands of $setEquals must be arrays. " + (i + 1) + "-th argument is of type: "),
                    order);
            if (first == null) {
                first = set;
            } else {
                equal &= first.size() == set.size() && first.containsAll(set);
            }
        }
        return BsonBoolean.valueOf(equal);
    }

    private static BsonValue intersection(@Nullable BsonValue[] arguments, ValueOrder order) {
        @Nullable SortedSet<BsonValue> common = null;
        for (@Nullable BsonValue argument : arguments) {
            if (isNullish(argument)) {
                return BsonNull.VALUE;
            }
            SortedSet<BsonValue> set = setOf(
                    require(
                            argument,
                            17047,
                            "All operands of $setIntersection must be arrays. One argument is of type: "),
                    order);
            if (common == null) {
                common = set;
            } else {
                common.retainAll(set);
            }
        }
        return common == null ? new BsonArray() : new BsonArray(new ArrayList<>(common));
    }

    private static BsonValue isSubset(@Nullable BsonValue[] arguments, ValueOrder order) {
        BsonArray left = require(
                arguments[0], 17046, "both operands of $setIsSubset must be arrays. First argument is of type: ");
        BsonArray right = require(
                arguments[1], 17042, "both operands of $setIsSubset must be arrays. Second argument is of type: ");
        return BsonBoolean.valueOf(setOf(right, order).containsAll(left));
    }

    private static BsonValue union(@Nullable BsonValue[] arguments, ValueOrder order) {
        SortedSet<BsonValue> union = new TreeSet<>(order);
        for (@Nullable BsonValue argument : arguments) {
            if (isNullish(argument)) {
                return BsonNull.VALUE;
            }
            union.addAll(
                    require(argument, 17043, "All operands of $setUnion must be arrays. One argument is of type: "));
        }
        return new BsonArray(new ArrayList<>(union));
    }
}
