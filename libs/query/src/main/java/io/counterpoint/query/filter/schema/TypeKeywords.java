package io.counterpoint.query.filter.schema;

import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.type.BsonTypes;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Keywords about a value's type, or about the value itself; and remarks. */
final class TypeKeywords {
    static final Map<String, JsonSchema.Keyword> ALL = Map.of(
            "bsonType", TypeKeywords::parseType,
            "type", TypeKeywords::parseType,
            "enum", TypeKeywords::parseEnum,
            "title", TypeKeywords::parseRemark,
            "description", TypeKeywords::parseRemark);

    private static final Set<String> JSON_TYPES = Set.of("object", "array", "number", "boolean", "string", "null");

    private TypeKeywords() {}

    private static JsonSchema.Rule parseType(String name, BsonValue operand, BsonDocument schema) {
        if (schema.containsKey("type") && schema.containsKey("bsonType")) {
            throw Operands.refusal("Cannot specify both $jsonSchema keywords 'type' and 'bsonType'");
        }
        List<String> aliases = operand instanceof BsonArray array
                ? Operands.texts(name, Operands.nonEmptyArray(name, array))
                : List.of(Operands.text(name, operand));
        Set<BsonType> types = EnumSet.noneOf(BsonType.class);
        aliases.forEach(alias -> types.addAll(typesOf(name, alias)));
        return value -> types.contains(value.getBsonType());
    }

    private static Set<BsonType> typesOf(String keyword, String alias) {
        if (keyword.equals("type")) {
            if (alias.equals("integer")) {
                throw Operands.refusal("$jsonSchema type 'integer' is not currently supported.");
            }
            if (!JSON_TYPES.contains(alias)) {
                throw Operands.refusal("Unknown type name alias: " + alias);
            }
        }
        if (alias.equals(BsonTypes.NUMBER)) {
            return EnumSet.of(BsonType.INT32, BsonType.INT64, BsonType.DOUBLE, BsonType.DECIMAL128);
        }
        @Nullable BsonType type = BsonTypes.ofAlias(alias.equals("boolean") && keyword.equals("type") ? "bool" : alias);
        if (type == null) {
            throw Operands.refusal("Unknown type name alias: " + alias);
        }
        return EnumSet.of(type);
    }

    private static JsonSchema.Rule parseEnum(String name, BsonValue operand, BsonDocument schema) {
        BsonArray allowed = Operands.nonEmptyArray(name, operand);
        for (int i = 0; i < allowed.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (BsonOrder.equal(allowed.get(i), allowed.get(j))) {
                    throw Operands.refusal("$jsonSchema keyword 'enum' array cannot contain duplicate values.");
                }
            }
        }
        return value -> allowed.stream().anyMatch(candidate -> BsonOrder.equal(candidate, value));
    }

    private static JsonSchema.@Nullable Rule parseRemark(String name, BsonValue operand, BsonDocument schema) {
        Operands.text(name, operand);
        return null;
    }
}
