package io.counterpoint.query.filter.schema;

import io.counterpoint.bson.number.ExpressionArithmetic;
import io.counterpoint.bson.number.Numbers;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Keywords about numbers. */
final class NumberKeywords {
    static final Map<String, JsonSchema.Keyword> ALL = Map.of(
            "minimum", NumberKeywords::parseMinimum,
            "maximum", NumberKeywords::parseMaximum,
            "exclusiveMinimum", (name, operand, schema) -> requireBeside(name, operand, schema, "minimum"),
            "exclusiveMaximum", (name, operand, schema) -> requireBeside(name, operand, schema, "maximum"),
            "multipleOf", NumberKeywords::parseMultipleOf);

    private NumberKeywords() {}

    private static JsonSchema.Rule parseMinimum(String name, BsonValue operand, BsonDocument schema) {
        BsonValue least = Operands.number(name, operand);
        boolean exclusive = isExclusive(schema, "exclusiveMinimum");
        return value -> !(value instanceof BsonNumber)
                || (exclusive ? Numbers.compare(value, least) > 0 : Numbers.compare(value, least) >= 0);
    }

    private static JsonSchema.Rule parseMaximum(String name, BsonValue operand, BsonDocument schema) {
        BsonValue greatest = Operands.number(name, operand);
        boolean exclusive = isExclusive(schema, "exclusiveMaximum");
        // NaN is below all numbers in order, but is in no range.
        return value -> !(value instanceof BsonNumber)
                || (!Numbers.isNaN(value)
                        && (exclusive ? Numbers.compare(value, greatest) < 0 : Numbers.compare(value, greatest) <= 0));
    }

    private static boolean isExclusive(BsonDocument schema, String keyword) {
        @Nullable BsonValue exclusive = schema.get(keyword);
        return exclusive != null && Operands.truth(keyword, exclusive);
    }

    private static JsonSchema.@Nullable Rule requireBeside(
            String name, BsonValue operand, BsonDocument schema, String other) {
        Operands.truth(name, operand);
        if (!schema.containsKey(other)) {
            throw Operands.refusal("$jsonSchema keyword '" + other + "' must be a present if " + name + " is present");
        }
        return null;
    }

    private static JsonSchema.Rule parseMultipleOf(String name, BsonValue operand, BsonDocument schema) {
        BsonValue divisor = Operands.number(name, operand);
        if (Numbers.isNaN(divisor) || !(Numbers.toDouble(divisor) > 0)) {
            throw Operands.refusal("$jsonSchema keyword 'multipleOf' must have a positive value");
        }
        return value -> !(value instanceof BsonNumber) || isZero(ExpressionArithmetic.mod(value, divisor));
    }

    private static boolean isZero(BsonValue remainder) {
        return !Numbers.isNaN(remainder) && Numbers.isZero(remainder);
    }
}
