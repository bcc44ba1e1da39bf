package io.counterpoint.query.filter.mismatch;

import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.filter.schema.JsonSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Describes the keywords of a JSON schema that a value does not satisfy. */
final class SchemaMismatch {
    private static final Set<String> REMARKS = Set.of("title", "description");

    /** Keywords that change what another one means and demand nothing by themselves. */
    private static final Set<String> MODIFIERS = Set.of("exclusiveMinimum", "exclusiveMaximum");

    /** In which order rules are told, however the schema names them. */
    private static final List<String> ORDER = List.of(
            "pattern",
            "maxLength",
            "minLength",
            "multipleOf",
            "maximum",
            "minimum",
            "minItems",
            "maxItems",
            "uniqueItems",
            "items",
            "additionalItems",
            "properties",
            "patternProperties",
            "additionalProperties",
            "required",
            "minProperties",
            "maxProperties",
            "dependencies",
            "allOf",
            "anyOf",
            "oneOf",
            "not",
            "enum",
            "bsonType",
            "type");

    private static final String DETAILS = "details";
    private static final String REASON = "reason";
    private static final String ITEM_INDEX = "itemIndex";

    private SchemaMismatch() {}

    /** {@code {operatorName: "$jsonSchema", title, description, schemaRulesNotSatisfied}}. */
    static BsonDocument describe(BsonDocument schema, BsonDocument document) {
        BsonDocument details = new BsonDocument("operatorName", new BsonString("$jsonSchema"));
        appendRemarks(details, schema);
        return details.append("schemaRulesNotSatisfied", rules(schema, document));
    }

    private static void appendRemarks(BsonDocument details, BsonDocument schema) {
        for (String remark : REMARKS.stream().sorted().toList()) {
            @Nullable BsonValue text = schema.get(remark);
            if (text != null) {
                details.append(remark, text);
            }
        }
    }

    private static BsonArray rules(BsonDocument schema, BsonValue value) {
        BsonArray violated = new BsonArray();
        List<String> keywords = new ArrayList<>(schema.keySet());
        keywords.removeIf(keyword -> REMARKS.contains(keyword) || MODIFIERS.contains(keyword));
        keywords.sort(Comparator.comparingInt(ORDER::indexOf));
        for (String keyword : keywords) {
            @Nullable BsonValue operand = schema.get(keyword);
            if (operand != null && !allows(alone(keyword, operand, schema), value)) {
                violated.add(rule(keyword, operand, schema, value));
            }
        }
        return violated;
    }

    private static boolean allows(BsonDocument schema, BsonValue value) {
        return JsonSchema.parse(schema).allows(value);
    }

    /** A schema that demands what one keyword demands, with what the keyword depends on. */
    private static BsonDocument alone(String keyword, BsonValue operand, BsonDocument schema) {
        BsonDocument alone = new BsonDocument(keyword, operand);
        switch (keyword) {
            case "minimum" -> copy(schema, "exclusiveMinimum", alone);
            case "maximum" -> copy(schema, "exclusiveMaximum", alone);
            case "additionalProperties" -> {
                namesOnly(schema, "properties", alone);
                namesOnly(schema, "patternProperties", alone);
            }
            case "additionalItems" -> {
                if (schema.get("items") instanceof BsonArray items) {
                    BsonArray open = new BsonArray();
                    items.forEach(item -> open.add(new BsonDocument()));
                    alone.append("items", open);
                }
            }
            default -> {
                // Depends on nothing.
            }
        }
        return alone;
    }

    private static void copy(BsonDocument schema, String name, BsonDocument target) {
        @Nullable BsonValue operand = schema.get(name);
        if (operand != null) {
            target.append(name, operand);
        }
    }

    private static void namesOnly(BsonDocument schema, String name, BsonDocument target) {
        if (schema.get(name) instanceof BsonDocument named) {
            BsonDocument open = new BsonDocument();
            named.keySet().forEach(property -> open.append(property, new BsonDocument()));
            target.append(name, open);
        }
    }

    private static BsonDocument rule(String keyword, BsonValue operand, BsonDocument schema, BsonValue value) {
        BsonDocument details = new BsonDocument("operatorName", new BsonString(keyword));
        return switch (keyword) {
            case "properties" -> details.append("propertiesNotSatisfied", properties(operand, value.asDocument()));
            case "required" ->
                details.append("specifiedAs", new BsonDocument(keyword, operand))
                        .append("missingProperties", missing(operand.asArray(), value.asDocument()));
            case "additionalProperties" -> additionalProperties(details, operand, schema, value.asDocument());
            case "patternProperties" ->
                details.append(DETAILS, patternProperties(operand.asDocument(), value.asDocument()));
            case "dependencies" ->
                details.append("failingDependencies", dependencies(operand.asDocument(), value.asDocument()));
            case "items" ->
                operand instanceof BsonArray schemas
                        ? details.append(DETAILS, itemsInTurn(schemas, value.asArray()))
                        : firstItem(
                                details,
                                "At least one item did not match the sub-schema",
                                operand.asDocument(),
                                value.asArray(),
                                0);
            case "additionalItems" -> additionalItems(details, operand, schema, value.asArray());
            case "not" -> details.append(REASON, new BsonString(reason(keyword)));
            case "minProperties", "maxProperties" ->
                details.append("specifiedAs", new BsonDocument(keyword, operand))
                        .append(REASON, new BsonString(reason(keyword)))
                        .append(
                                "numberOfProperties",
                                new BsonInt32(value.asDocument().size()));
            case "uniqueItems" ->
                details.append("specifiedAs", new BsonDocument(keyword, operand))
                        .append(REASON, new BsonString(reason(keyword)))
                        .append("consideredValue", value)
                        .append("duplicatedValue", duplicated(value.asArray()));
            case "allOf", "anyOf", "oneOf" -> schemas(details, keyword, operand.asArray(), value);
            case "bsonType", "type" ->
                details.append("specifiedAs", new BsonDocument(keyword, operand))
                        .append("reason", new BsonString("type did not match"))
                        .append("consideredValue", value)
                        .append("consideredType", new BsonString(BsonTypes.alias(value.getBsonType())));
            default ->
                details.append("specifiedAs", alone(keyword, operand, schema))
                        .append("reason", new BsonString(reason(keyword)))
                        .append("consideredValue", value);
        };
    }

    private static String reason(String keyword) {
        return switch (keyword) {
            case "enum" -> "value was not found in enum";
            case "pattern" -> "regular expression did not match";
            case "minLength", "maxLength" -> "specified string length was not satisfied";
            case "minItems", "maxItems" -> "array did not match specified length";
            case "uniqueItems" -> "found a duplicate item";
            case "minProperties", "maxProperties" -> "specified number of properties was not satisfied";
            case "multipleOf" -> "considered value is not a multiple of the specified value";
            case "not" -> "child expression matched";
            default -> "comparison failed";
        };
    }

    private static BsonArray itemsInTurn(BsonArray schemas, BsonArray items) {
        BsonArray violated = new BsonArray();
        for (int i = 0; i < Math.min(schemas.size(), items.size()); i++) {
            BsonDocument schema = schemas.get(i).asDocument();
            if (!allows(schema, items.get(i))) {
                violated.add(
                        new BsonDocument(ITEM_INDEX, new BsonInt32(i)).append(DETAILS, rules(schema, items.get(i))));
            }
        }
        return violated;
    }

    /** The first item, from a position on, that a schema does not allow. */
    private static BsonDocument firstItem(
            BsonDocument details, String reason, BsonDocument schema, BsonArray items, int from) {
        details.append(REASON, new BsonString(reason));
        for (int i = from; i < items.size(); i++) {
            if (!allows(schema, items.get(i))) {
                return details.append(ITEM_INDEX, new BsonInt32(i)).append(DETAILS, rules(schema, items.get(i)));
            }
        }
        return details;
    }

    private static BsonDocument additionalItems(
            BsonDocument details, BsonValue operand, BsonDocument schema, BsonArray items) {
        int listed = schema.get("items") instanceof BsonArray schemas ? schemas.size() : 0;
        return operand instanceof BsonDocument additional
                ? firstItem(
                        details, "At least one additional item did not match the sub-schema", additional, items, listed)
                : details.append("specifiedAs", new BsonDocument("additionalItems", operand))
                        .append(REASON, new BsonString("found additional items"))
                        .append("additionalItems", new BsonArray(items.subList(listed, items.size())));
    }

    private static BsonValue duplicated(BsonArray items) {
        BsonDocument unique = new BsonDocument("uniqueItems", BsonBoolean.TRUE);
        int count = 1;
        while (allows(unique, new BsonArray(items.subList(0, count)))) {
            count++;
        }
        return items.get(count - 1);
    }

    private static BsonDocument additionalProperties(
            BsonDocument details, BsonValue operand, BsonDocument schema, BsonDocument document) {
        BsonArray names = additional(operand, schema, document);
        if (!(operand instanceof BsonDocument additional)) {
            return details.append("specifiedAs", new BsonDocument("additionalProperties", operand))
                    .append("additionalProperties", names);
        }
        String first = names.get(0).asString().getValue();
        return details.append(REASON, new BsonString("at least one additional property did not match the subschema"))
                .append("failingProperty", names.get(0))
                .append(DETAILS, rules(additional, document.get(first, BsonNull.VALUE)));
    }

    private static BsonArray patternProperties(BsonDocument patterns, BsonDocument document) {
        BsonArray violated = new BsonArray();
        document.forEach((name, value) -> patterns.forEach((pattern, schema) -> {
            if (matches(pattern, name) && !allows(schema.asDocument(), value)) {
                violated.add(new BsonDocument("propertyName", new BsonString(name))
                        .append("regexMatched", new BsonString(pattern))
                        .append(DETAILS, rules(schema.asDocument(), value)));
            }
        }));
        return violated;
    }

    /** Whether a schema's pattern is about a property: then a schema that allows nothing refuses it. */
    private static boolean matches(String pattern, String property) {
        BsonDocument nothing = new BsonDocument("not", new BsonDocument());
        BsonDocument patterns = new BsonDocument("patternProperties", new BsonDocument(pattern, nothing));
        return !allows(patterns, new BsonDocument(property, BsonNull.VALUE));
    }

    private static BsonArray dependencies(BsonDocument dependencies, BsonDocument document) {
        BsonArray failing = new BsonArray();
        dependencies.forEach((property, demanded) -> {
            if (!document.containsKey(property)) {
                return;
            }
            BsonDocument dependency = new BsonDocument("conditionalProperty", new BsonString(property));
            if (demanded instanceof BsonDocument schema) {
                if (!allows(schema, document)) {
                    failing.add(dependency.append(DETAILS, rules(schema, document)));
                }
                return;
            }
            BsonArray missing = missing(demanded.asArray(), document);
            if (!missing.isEmpty()) {
                failing.add(dependency.append("missingProperties", missing));
            }
        });
        return failing;
    }

    private static BsonArray properties(BsonValue schemas, BsonDocument document) {
        BsonArray violated = new BsonArray();
        schemas.asDocument().forEach((name, schema) -> {
            @Nullable BsonValue value = document.get(name);
            if (value != null && !allows(schema.asDocument(), value)) {
                BsonDocument property = new BsonDocument("propertyName", new BsonString(name));
                appendRemarks(property, schema.asDocument());
                violated.add(property.append("details", rules(schema.asDocument(), value)));
            }
        });
        return violated;
    }

    private static BsonArray missing(BsonArray required, BsonDocument document) {
        BsonArray missing = new BsonArray();
        for (BsonValue name : required) {
            if (!document.containsKey(name.asString().getValue())) {
                missing.add(name);
            }
        }
        return missing;
    }

    /** The fields that would not be allowed if each were the only one. */
    private static BsonArray additional(BsonValue operand, BsonDocument schema, BsonDocument document) {
        BsonDocument alone = alone("additionalProperties", operand, schema);
        BsonArray additional = new BsonArray();
        document.forEach((name, value) -> {
            if (!allows(alone, new BsonDocument(name, value))) {
                additional.add(new BsonString(name));
            }
        });
        return additional;
    }

    private static BsonDocument schemas(BsonDocument details, String keyword, BsonArray schemas, BsonValue value) {
        BsonArray matching = new BsonArray();
        BsonArray violated = new BsonArray();
        for (int i = 0; i < schemas.size(); i++) {
            BsonDocument schema = schemas.get(i).asDocument();
            if (allows(schema, value)) {
                matching.add(new BsonInt32(i));
            } else {
                violated.add(new BsonDocument("index", new BsonInt32(i)).append("details", rules(schema, value)));
            }
        }
        return keyword.equals("oneOf") && matching.size() > 1
                ? details.append("reason", new BsonString("more than one subschema matched"))
                        .append("matchingSchemaIndexes", matching)
                : details.append("schemasNotSatisfied", violated);
    }
}
