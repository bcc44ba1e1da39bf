package io.counterpoint.query.filter.schema;

import io.counterpoint.bson.order.BsonOrder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Keywords about arrays. */
final class ArrayKeywords {
    static final Map<String, JsonSchema.Keyword> ALL = Map.of(
            "items", ArrayKeywords::parseItems,
            "additionalItems", ArrayKeywords::parseAdditionalItems,
            "minItems", ArrayKeywords::parseMinItems,
            "maxItems", ArrayKeywords::parseMaxItems,
            "uniqueItems", ArrayKeywords::parseUniqueItems);

    private ArrayKeywords() {}

    /** One schema for all elements, or one for each position. */
    private static JsonSchema.Rule parseItems(String name, BsonValue operand, BsonDocument schema) {
        if (operand instanceof BsonDocument) {
            JsonSchema each = Operands.schema(name, operand);
            return value ->
                    !(value instanceof BsonArray array) || array.stream().allMatch(each::allows);
        }
        List<JsonSchema> byPosition = Operands.schemas(name, Operands.array(name, operand));
        return value -> !(value instanceof BsonArray array) || positionsAllowed(array, byPosition);
    }

    private static boolean positionsAllowed(BsonArray array, List<JsonSchema> byPosition) {
        int checked = Math.min(array.size(), byPosition.size());
        for (int i = 0; i < checked; i++) {
            if (!byPosition.get(i).allows(array.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * What may follow after the positions that {@code items} has schemas for; says nothing where that has one for all.
     */
    private static JsonSchema.@Nullable Rule parseAdditionalItems(String name, BsonValue operand, BsonDocument schema) {
        @Nullable JsonSchema rest = operand instanceof BsonBoolean ? null : Operands.schema(name, operand);
        if (!(schema.get("items") instanceof BsonArray positions) || BsonBoolean.TRUE.equals(operand)) {
            return null;
        }
        int from = positions.size();
        return value -> !(value instanceof BsonArray array)
                || array.stream().skip(from).allMatch(element -> rest != null && rest.allows(element));
    }

    private static JsonSchema.Rule parseMinItems(String name, BsonValue operand, BsonDocument schema) {
        long least = Operands.count(name, operand);
        return value -> !(value instanceof BsonArray array) || array.size() >= least;
    }

    private static JsonSchema.Rule parseMaxItems(String name, BsonValue operand, BsonDocument schema) {
        long most = Operands.count(name, operand);
        return value -> !(value instanceof BsonArray array) || array.size() <= most;
    }

    private static JsonSchema.@Nullable Rule parseUniqueItems(String name, BsonValue operand, BsonDocument schema) {
        if (!Operands.truth(name, operand)) {
            return null;
        }
        return value -> {
            if (!(value instanceof BsonArray array)) {
                return true;
            }
            Set<BsonValue> seen = new TreeSet<>(BsonOrder.COMPARATOR);
            return array.stream().allMatch(seen::add);
        };
    }
}
