package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.query.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$zip: {inputs, useLongestLength, defaults}}}: arrays side by side.
 *
 * <pre>
 * inputs: [ [ 1, 2 ], [ 3, 4 ] ]   [ [ 1, 3 ], [ 2, 4 ] ]
 * </pre>
 */
record ZipExpression(List<Expression> inputs, boolean longest, List<Expression> defaults) implements Expression {
    static final ExpressionOperator ENTRY = new ExpressionOperator("$zip", "arrays side by side", ZipExpression::parse);

    private static Expression parse(BsonValue argument, ExpressionParser parser) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("inputs", "useLongestLength", "defaults"),
                () -> refusal(34460, "$zip only supports an object as an argument, found " + typeName(argument)),
                name -> refusal(34464, "$zip found an unknown argument: " + name));
        @Nullable BsonValue longest = named.get("useLongestLength");
        if (longest != null && !longest.isBoolean()) {
            throw refusal(34463, "useLongestLength must be a bool, found " + typeName(longest));
        }
        List<Expression> inputs = expressions(named.get("inputs"), 34461, "inputs", parser);
        List<Expression> defaults = expressions(named.get("defaults"), 34462, "defaults", parser);
        if (inputs.isEmpty()) {
            throw refusal(34465, "$zip requires at least one input array");
        }
        boolean useLongest = BsonBoolean.TRUE.equals(longest);
        if (!defaults.isEmpty() && !useLongest) {
            throw refusal(34466, "cannot specify defaults unless useLongestLength is true");
        }
        if (!defaults.isEmpty() && defaults.size() != inputs.size()) {
            throw refusal(34467, "defaults and inputs must have the same length");
        }
        return new ZipExpression(inputs, useLongest, defaults);
    }

    private static List<Expression> expressions(
            @Nullable BsonValue value, int code, String what, ExpressionParser parser) {
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof BsonArray array)) {
            throw refusal(code, what + " must be an array of expressions, found " + typeName(value));
        }
        return array.stream().map(parser::parse).toList();
    }

    @Override
    public BsonValue evaluate(BsonDocument root, Variables variables) {
        List<BsonArray> arrays = new ArrayList<>(inputs.size());
        int length = longest ? 0 : Integer.MAX_VALUE;
        for (Expression input : inputs) {
            @Nullable BsonValue value = input.evaluate(root, variables);
            if (value == null || isNullish(value)) {
                return BsonNull.VALUE;
            }
            if (!(value instanceof BsonArray array)) {
                throw refusal(34468, "$zip found a non-array expression in input: " + ValueText.of(value));
            }
            arrays.add(array);
            length = longest ? Math.max(length, array.size()) : Math.min(length, array.size());
        }
        List<BsonValue> fill = new ArrayList<>(defaults.size());
        for (Expression other : defaults) {
            @Nullable BsonValue value = other.evaluate(root, variables);
            fill.add(value == null ? BsonNull.VALUE : value);
        }
        List<BsonValue> rows = new ArrayList<>(length);
        for (int row = 0; row < length; row++) {
            rows.add(row(arrays, fill, row));
        }
        return new BsonArray(rows);
    }

    private static BsonArray row(List<BsonArray> arrays, List<BsonValue> fill, int row) {
        List<BsonValue> values = new ArrayList<>(arrays.size());
        for (int i = 0; i < arrays.size(); i++) {
            BsonArray array = arrays.get(i);
            BsonValue other = fill.isEmpty() ? BsonNull.VALUE : fill.get(i);
            values.add(row < array.size() ? array.get(row) : other);
        }
        return new BsonArray(values);
    }
}
