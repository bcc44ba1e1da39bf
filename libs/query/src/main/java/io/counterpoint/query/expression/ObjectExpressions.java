package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.query.ValueText;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Documents as a whole, and to and from arrays of keys and values. */
final class ObjectExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            ExpressionOperator.unary(
                    "$arrayToObject", "a document from keys and values", ObjectExpressions::arrayToObject),
            ExpressionOperator.variadic("$mergeObjects", "documents' fields together", ObjectExpressions::mergeObjects),
            ExpressionOperator.unary(
                    "$objectToArray", "keys and values of a document", ObjectExpressions::objectToArray));

    private ObjectExpressions() {}

    private static BsonValue mergeObjects(@Nullable BsonValue[] arguments) {
        BsonDocument merged = new BsonDocument();
        for (@Nullable BsonValue argument : arguments) {
            mergeInto(merged, argument);
        }
        return merged;
    }

    private static void mergeInto(BsonDocument merged, @Nullable BsonValue value) {
        if (value == null || isNullish(value)) {
            return;
        }
        if (!(value instanceof BsonDocument document)) {
            throw refusal(
                    40400,
                    "$mergeObjects requires object inputs, but input " + ValueText.of(value) + " is of type "
                            + typeName(value));
        }
        merged.putAll(document);
    }

    private static BsonValue objectToArray(@Nullable BsonValue argument) {
        if (isNullish(argument)) {
            return BsonNull.VALUE;
        }
        if (!(argument instanceof BsonDocument document)) {
            throw refusal(40390, "$objectToArray requires a document input, found: " + typeName(argument));
        }
        List<BsonValue> pairs = new ArrayList<>(document.size());
        document.forEach((name, value) -> pairs.add(new BsonDocument("k", new BsonString(name)).append("v", value)));
        return new BsonArray(pairs);
    }

    private static BsonValue arrayToObject(@Nullable BsonValue argument) {
        if (isNullish(argument)) {
            return BsonNull.VALUE;
        }
        if (!(argument instanceof BsonArray array)) {
            throw refusal(40386, "$arrayToObject requires an array input, found: " + typeName(argument));
        }
        BsonDocument document = new BsonDocument();
        if (array.isEmpty()) {
            return document;
        }
        BsonType form = array.get(0).getBsonType();
        for (BsonValue element : array) {
            if (form == BsonType.ARRAY) {
                putPair(document, element);
            } else if (form == BsonType.DOCUMENT) {
                putEntry(document, element);
            } else {
                throw refusal(40398, "Unrecognised input type format for $arrayToObject: " + typeName(element));
            }
        }
        return document;
    }

    private static void putPair(BsonDocument document, BsonValue element) {
        if (!(element instanceof BsonArray pair)) {
            throw refusal(
                    40396,
                    "$arrayToObject requires a consistent input format. Elements must all be arrays or all be objects."
                            + " Array was detected, now found: " + typeName(element));
        }
        if (pair.size() != 2) {
            throw refusal(
                    40397, "$arrayToObject requires an array of size 2 arrays,found array of size: " + pair.size());
        }
        if (!pair.get(0).isString()) {
            throw refusal(
                    40395,
                    "$arrayToObject requires an array of key-value pairs, where the key must be of type string. "
                            + "Found key type: " + typeName(pair.get(0)));
        }
        put(document, pair.get(0), pair.get(1));
    }

    private static void putEntry(BsonDocument document, BsonValue element) {
        if (!(element instanceof BsonDocument entry)) {
            throw refusal(
                    40391,
                    "$arrayToObject requires a consistent input format. Elements must all be arrays or all be objects."
                            + " Object was detected, now found: " + typeName(element));
        }
        if (entry.size() != 2) {
            throw refusal(
                    40392,
                    "$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys:"
                            + entry.size());
        }
        @Nullable BsonValue key = entry.get("k");
        @Nullable BsonValue value = entry.get("v");
        if (key == null || value == null) {
            throw refusal(
                    40393,
                    "$arrayToObject requires an object with keys 'k' and 'v'. Missing either or both keys from: "
                            + ValueText.of(entry));
        }
        if (!key.isString()) {
            throw refusal(
                    40394,
                    "$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must be of type "
                            + "string. Found type: " + typeName(key));
        }
        put(document, key, value);
    }

    private static void put(BsonDocument document, BsonValue key, BsonValue value) {
        String name = key.asString().getValue();
        if (name.indexOf('\0') >= 0) {
            throw refusal(4940400, "Key field cannot contain an embedded null byte");
        }
        document.put(name, value);
    }
}
