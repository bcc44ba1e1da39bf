package io.counterpoint.spec;

import java.util.Locale;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Compares values as the unified test format does: numbers by value, keys in any order, operators that start with two
 * dollars.
 */
final class ValueMatcher {
    private final Entities entities;

    /** A matcher that finds saved values and sessions among some entities. */
    ValueMatcher(Entities entities) {
        this.entities = entities;
    }

    /** Compares with a document that may have more fields than expected. */
    void matchRoot(BsonValue expected, @Nullable BsonValue actual, String path) {
        match(expected, actual, path, true);
    }

    /** Compares with a document that has exactly the expected fields. */
    void matchNested(BsonValue expected, @Nullable BsonValue actual, String path) {
        match(expected, actual, path, false);
    }

    private void match(BsonValue expected, @Nullable BsonValue actual, String path, boolean root) {
        if (operator(expected)) {
            Map.Entry<String, BsonValue> entry =
                    expected.asDocument().entrySet().iterator().next();
            special(entry.getKey(), entry.getValue(), actual, path, root);
            return;
        }
        if (actual == null) {
            throw mismatch(expected, null, path);
        }
        if (expected.isDocument() && actual.isDocument()) {
            matchFields(expected.asDocument(), actual.asDocument(), path, root);
        } else if (expected.isArray() && actual.isArray()) {
            matchElements(expected.asArray(), actual.asArray(), path, root);
        } else if (isNumber(expected) && isNumber(actual)) {
            if (expected.asNumber().doubleValue() != actual.asNumber().doubleValue()) {
                throw mismatch(expected, actual, path);
            }
        } else if (!expected.equals(actual)) {
            throw mismatch(expected, actual, path);
        }
    }

    private void matchFields(BsonDocument expected, BsonDocument actual, String path, boolean root) {
        expected.forEach((name, value) -> match(value, actual.get(name), path + "." + name, false));
        if (!root) {
            for (String name : actual.keySet()) {
                if (!expected.containsKey(name)) {
                    throw new AssertionError(path + " has an unexpected field " + name + ": " + actual.toJson());
                }
            }
        }
    }

    private void matchElements(BsonArray expected, BsonArray actual, String path, boolean root) {
        if (expected.size() != actual.size()) {
            throw mismatch(expected, actual, path);
        }
        for (int i = 0; i < expected.size(); i++) {
            match(expected.get(i), actual.get(i), path + "." + i, root);
        }
    }

    private static boolean operator(BsonValue expected) {
        return expected.isDocument()
                && expected.asDocument().size() == 1
                && expected.asDocument().getFirstKey().startsWith("$$");
    }

    private void special(String name, BsonValue argument, @Nullable BsonValue actual, String path, boolean root) {
        switch (name) {
            case "$$exists" -> require(argument.asBoolean().getValue() == (actual != null), argument, actual, path);
            case "$$unsetOrMatches" -> {
                if (actual != null) {
                    match(argument, actual, path, root);
                }
            }
            case "$$type" -> require(actual != null && typed(argument, actual.getBsonType()), argument, actual, path);
            case "$$matchesEntity" -> match(entities.value(argument.asString().getValue()), actual, path, root);
            case "$$matchesHexBytes" ->
                require(
                        actual instanceof BsonBinary binary
                                && java.util.HexFormat.of()
                                        .formatHex(binary.getData())
                                        .equals(argument.asString().getValue().toLowerCase(Locale.ROOT)),
                        argument,
                        actual,
                        path);
            case "$$sessionLsid" -> match(entities.lsid(argument.asString().getValue()), actual, path, false);
            case "$$lte" ->
                require(
                        actual != null
                                && actual.isNumber()
                                && actual.asNumber().doubleValue()
                                        <= argument.asNumber().doubleValue(),
                        argument,
                        actual,
                        path);
            case "$$matchAsRoot" -> match(argument, actual, path, true);
            case "$$matchAsDocument" ->
                match(
                        argument,
                        actual == null
                                ? null
                                : BsonDocument.parse(actual.asString().getValue()),
                        path,
                        root);
            default -> throw new NotRunnable("unknown operator: " + name);
        }
    }

    private static boolean typed(BsonValue names, BsonType type) {
        if (names.isArray()) {
            return names.asArray().stream().anyMatch(name -> typed(name, type));
        }
        String name = names.asString().getValue();
        return switch (type) {
            case INT32 -> name.equals("int") || name.equals("number");
            case INT64 -> name.equals("long") || name.equals("number");
            case DOUBLE -> name.equals("double") || name.equals("number");
            case DECIMAL128 -> name.equals("decimal") || name.equals("number");
            case STRING -> name.equals("string");
            case DOCUMENT -> name.equals("object");
            case ARRAY -> name.equals("array");
            case BINARY -> name.equals("binData");
            case OBJECT_ID -> name.equals("objectId");
            case BOOLEAN -> name.equals("bool");
            case DATE_TIME -> name.equals("date");
            case NULL -> name.equals("null");
            case TIMESTAMP -> name.equals("timestamp");
            default -> throw new NotRunnable("unknown type: " + name);
        };
    }

    private static boolean isNumber(BsonValue value) {
        return value.isInt32() || value.isInt64() || value.isDouble();
    }

    private static void require(boolean holds, BsonValue expected, @Nullable BsonValue actual, String path) {
        if (!holds) {
            throw mismatch(expected, actual, path);
        }
    }

    private static AssertionError mismatch(BsonValue expected, @Nullable BsonValue actual, String path) {
        return new AssertionError(path + ": expected " + expected + " but was " + actual);
    }
}
