package io.counterpoint.query.filter.schema;

import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Keywords that combine schemas. */
final class LogicKeywords {
    static final Map<String, JsonSchema.Keyword> ALL = Map.of(
            "allOf", LogicKeywords::parseAllOf,
            "anyOf", LogicKeywords::parseAnyOf,
            "oneOf", LogicKeywords::parseOneOf,
            "not", LogicKeywords::parseNot);

    private LogicKeywords() {}

    private static JsonSchema.Rule parseAllOf(String name, BsonValue operand, BsonDocument schema) {
        List<JsonSchema> schemas = Operands.schemas(name, Operands.nonEmptyArray(name, operand));
        return value -> schemas.stream().allMatch(part -> part.allows(value));
    }

    private static JsonSchema.Rule parseAnyOf(String name, BsonValue operand, BsonDocument schema) {
        List<JsonSchema> schemas = Operands.schemas(name, Operands.nonEmptyArray(name, operand));
        return value -> schemas.stream().anyMatch(part -> part.allows(value));
    }

    private static JsonSchema.Rule parseOneOf(String name, BsonValue operand, BsonDocument schema) {
        List<JsonSchema> schemas = Operands.schemas(name, Operands.nonEmptyArray(name, operand));
        return value -> schemas.stream().filter(part -> part.allows(value)).count() == 1;
    }

    private static JsonSchema.Rule parseNot(String name, BsonValue operand, BsonDocument schema) {
        JsonSchema negated = Operands.schema(name, operand);
        return value -> !negated.allows(value);
    }
}
