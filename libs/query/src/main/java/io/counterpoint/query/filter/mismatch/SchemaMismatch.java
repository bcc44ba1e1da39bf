package io.counterpoint.query.filter.mismatch;

import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.filter.schema.JsonSchema;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Describes the keywords of a JSON schema that a value does not satisfy. */
final class SchemaMismatch {
    private static final Set<String> REMARKS = Set.of("title", "description");

    /** Keywords that change what another one means and demand nothing by themselves. */
    private static final Set<String> MODIFIERS = Set.of("exclusiveMinimum", "exclusiveMaximum");

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
        schema.forEach((keyword, operand) -> {
            if (!REMARKS.contains(keyword)
                    && !MODIFIERS.contains(keyword)
                    && !allows(alone(keyword, operand, schema), value)) {
                violated.add(rule(keyword, operand, schema, value));
            }
        });
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
            case "additionalProperties" ->
                details.append("specifiedAs", new BsonDocument(keyword, operand))
                        .append("additionalProperties", additional(operand, schema, value.asDocument()));
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
            case "items" -> "At least one item did not match the sub-schema";
            case "additionalItems" -> "found additional items";
            case "minProperties", "maxProperties" -> "specified number of properties was not satisfied";
            case "multipleOf" -> "considered value is not a multiple of the specified value";
            case "not" -> "child expression matched";
            default -> "comparison failed";
        };
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
