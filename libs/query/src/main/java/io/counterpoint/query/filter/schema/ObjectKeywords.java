package io.counterpoint.query.filter.schema;

import io.counterpoint.query.RegexPattern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Keywords about documents. */
final class ObjectKeywords {
    private static final String PROPERTIES = "properties";
    private static final String PATTERN_PROPERTIES = "patternProperties";

    static final Map<String, JsonSchema.Keyword> ALL = Map.of(
            PROPERTIES,
            ObjectKeywords::parseProperties,
            PATTERN_PROPERTIES,
            ObjectKeywords::parsePatternProperties,
            "additionalProperties",
            ObjectKeywords::parseAdditionalProperties,
            "required",
            ObjectKeywords::parseRequired,
            "minProperties",
            ObjectKeywords::parseMinProperties,
            "maxProperties",
            ObjectKeywords::parseMaxProperties,
            "dependencies",
            ObjectKeywords::parseDependencies);

    private ObjectKeywords() {}

    private static JsonSchema.Rule parseProperties(String name, BsonValue operand, BsonDocument schema) {
        Map<String, JsonSchema> properties = Operands.schemas(name, operand);
        return value -> !(value instanceof BsonDocument document) || allowed(document, properties);
    }

    private static boolean allowed(BsonDocument document, Map<String, JsonSchema> properties) {
        for (Map.Entry<String, JsonSchema> property : properties.entrySet()) {
            @Nullable BsonValue value = document.get(property.getKey());
            if (value != null && !property.getValue().allows(value)) {
                return false;
            }
        }
        return true;
    }

    private static JsonSchema.Rule parsePatternProperties(String name, BsonValue operand, BsonDocument schema) {
        Map<RegexPattern, JsonSchema> byPattern = new LinkedHashMap<>();
        Operands.schemas(name, operand)
                .forEach((pattern, part) -> byPattern.put(RegexPattern.compile(pattern, ""), part));
        return value -> !(value instanceof BsonDocument document)
                || document.entrySet().stream()
                        .allMatch(field -> byPattern.entrySet().stream()
                                .allMatch(entry -> !entry.getKey().find(field.getKey())
                                        || entry.getValue().allows(field.getValue())));
    }

    /** What fields may there be that neither {@code properties} nor {@code patternProperties} mentions. */
    private static JsonSchema.@Nullable Rule parseAdditionalProperties(
            String name, BsonValue operand, BsonDocument schema) {
        @Nullable JsonSchema rest = operand instanceof BsonBoolean ? null : Operands.schema(name, operand);
        if (BsonBoolean.TRUE.equals(operand)) {
            return null;
        }
        Set<String> names = schema.getDocument(PROPERTIES, new BsonDocument()).keySet();
        List<RegexPattern> patterns = schema.getDocument(PATTERN_PROPERTIES, new BsonDocument()).keySet().stream()
                .map(pattern -> RegexPattern.compile(pattern, ""))
                .toList();
        return value -> !(value instanceof BsonDocument document)
                || document.entrySet().stream()
                        .filter(field -> !names.contains(field.getKey())
                                && patterns.stream().noneMatch(pattern -> pattern.find(field.getKey())))
                        .allMatch(field -> rest != null && rest.allows(field.getValue()));
    }

    private static JsonSchema.Rule parseRequired(String name, BsonValue operand, BsonDocument schema) {
        List<String> required = Operands.texts(name, Operands.nonEmptyArray(name, operand));
        return value ->
                !(value instanceof BsonDocument document) || required.stream().allMatch(document::containsKey);
    }

    private static JsonSchema.Rule parseMinProperties(String name, BsonValue operand, BsonDocument schema) {
        long least = Operands.count(name, operand);
        return value -> !(value instanceof BsonDocument document) || document.size() >= least;
    }

    private static JsonSchema.Rule parseMaxProperties(String name, BsonValue operand, BsonDocument schema) {
        long most = Operands.count(name, operand);
        return value -> !(value instanceof BsonDocument document) || document.size() <= most;
    }

    /** For a field that is there: the fields that must be there too, or a schema for the whole document. */
    private static JsonSchema.Rule parseDependencies(String name, BsonValue operand, BsonDocument schema) {
        Map<String, JsonSchema.Rule> dependencies = new LinkedHashMap<>();
        Operands.document(name, operand).forEach((field, demand) -> {
            if (demand instanceof BsonArray array) {
                dependencies.put(field, parseRequired(name, array, schema));
            } else {
                dependencies.put(field, Operands.schema(name, demand)::allows);
            }
        });
        return value -> !(value instanceof BsonDocument document)
                || dependencies.entrySet().stream()
                        .allMatch(dependency -> !document.containsKey(dependency.getKey())
                                || dependency.getValue().allows(document));
    }
}
