package io.counterpoint.query.filter.schema;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Reads what stands under the keywords of a schema. */
final class Operands {
    private Operands() {}

    static CommandException refusal(String text) {
        return new CommandException(ErrorCode.FAILED_TO_PARSE, text);
    }

    private static CommandException mismatch(String keyword, String wanted) {
        return new CommandException(ErrorCode.TYPE_MISMATCH, "$jsonSchema keyword '" + keyword + "' must be " + wanted);
    }

    static BsonArray array(String keyword, BsonValue operand) {
        if (operand instanceof BsonArray array) {
            return array;
        }
        throw mismatch(keyword, "an array");
    }

    static BsonArray nonEmptyArray(String keyword, BsonValue operand) {
        BsonArray array = array(keyword, operand);
        if (array.isEmpty()) {
            throw refusal("$jsonSchema keyword '" + keyword + "' must be a non-empty array");
        }
        return array;
    }

    static BsonDocument document(String keyword, BsonValue operand) {
        if (operand instanceof BsonDocument document) {
            return document;
        }
        throw mismatch(keyword, "an object");
    }

    static String text(String keyword, BsonValue operand) {
        if (operand instanceof BsonString string) {
            return string.getValue();
        }
        throw mismatch(keyword, "a string");
    }

    static boolean truth(String keyword, BsonValue operand) {
        if (operand instanceof BsonBoolean bool) {
            return bool.getValue();
        }
        throw mismatch(keyword, "a boolean");
    }

    static BsonValue number(String keyword, BsonValue operand) {
        if (operand instanceof BsonNumber) {
            return operand;
        }
        throw mismatch(keyword, "a number");
    }

    /** A count: a whole number, 0 or more. */
    static long count(String keyword, BsonValue operand) {
        OptionalLong whole = Numbers.asExactLong(number(keyword, operand));
        if (whole.isEmpty()) {
            throw refusal("$jsonSchema keyword '" + keyword + "' must be representable as a 64-bit integer");
        }
        if (whole.getAsLong() < 0) {
            throw refusal("$jsonSchema keyword '" + keyword + "' cannot be negative");
        }
        return whole.getAsLong();
    }

    static List<String> texts(String keyword, BsonArray array) {
        List<String> texts = new ArrayList<>(array.size());
        for (BsonValue element : array) {
            if (!(element instanceof BsonString string)) {
                throw new CommandException(
                        ErrorCode.TYPE_MISMATCH, "$jsonSchema keyword '" + keyword + "' must be an array of strings");
            }
            if (texts.contains(string.getValue())) {
                throw refusal("$jsonSchema keyword '" + keyword + "' array cannot contain duplicate values");
            }
            texts.add(string.getValue());
        }
        return texts;
    }

    static JsonSchema schema(String keyword, BsonValue operand) {
        return JsonSchema.parse(document(keyword, operand));
    }

    static List<JsonSchema> schemas(String keyword, BsonArray array) {
        return array.stream().map(element -> schema(keyword, element)).toList();
    }

    /** Schemas by the names they stand under. */
    static Map<String, JsonSchema> schemas(String keyword, BsonValue operand) {
        Map<String, JsonSchema> schemas = new LinkedHashMap<>();
        document(keyword, operand).forEach((name, value) -> schemas.put(name, schema(name, value)));
        return schemas;
    }
}
