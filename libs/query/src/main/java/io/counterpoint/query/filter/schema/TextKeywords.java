package io.counterpoint.query.filter.schema;

import io.counterpoint.query.RegexPattern;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Keywords about strings. Lengths are in code points. */
final class TextKeywords {
    static final Map<String, JsonSchema.Keyword> ALL = Map.of(
            "minLength", TextKeywords::parseMinLength,
            "maxLength", TextKeywords::parseMaxLength,
            "pattern", TextKeywords::parsePattern);

    private TextKeywords() {}

    private static JsonSchema.Rule parseMinLength(String name, BsonValue operand, BsonDocument schema) {
        long least = Operands.count(name, operand);
        return value -> !(value instanceof BsonString string) || length(string) >= least;
    }

    private static JsonSchema.Rule parseMaxLength(String name, BsonValue operand, BsonDocument schema) {
        long most = Operands.count(name, operand);
        return value -> !(value instanceof BsonString string) || length(string) <= most;
    }

    private static int length(BsonString string) {
        String text = string.getValue();
        return text.codePointCount(0, text.length());
    }

    private static JsonSchema.Rule parsePattern(String name, BsonValue operand, BsonDocument schema) {
        RegexPattern pattern = RegexPattern.compile(Operands.text(name, operand), "");
        return value -> !(value instanceof BsonString string) || pattern.find(string.getValue());
    }
}
