package io.counterpoint.testkit.golden;

import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * Prints golden files: Extended JSON as people write it, except that every number keeps its type ({@code 5} is an
 * int32, {@code 5.0} a double, {@code {"$numberLong": "5"}} an int64). A case has one line per field.
 */
final class GoldenJson {
    private static final JsonWriterSettings EXACT = JsonWriterSettings.builder()
            .outputMode(JsonMode.RELAXED)
            .int64Converter((value, writer) -> {
                writer.writeStartObject();
                writer.writeString("$numberLong", Long.toString(value));
                writer.writeEndObject();
            })
            .build();

    private static final String WRAPPER = "v";

    private GoldenJson() {}

    static String print(BsonValue value) {
        String wrapped = new BsonDocument(WRAPPER, value).toJson(EXACT);
        return wrapped.substring(wrapped.indexOf(':') + 1, wrapped.lastIndexOf('}'))
                .strip();
    }

    static String printFile(BsonDocument file) {
        StringBuilder text = new StringBuilder("{\n");
        String separator = "";
        for (Map.Entry<String, BsonValue> field : file.entrySet()) {
            text.append(separator).append("  ").append(quote(field.getKey())).append(": ");
            if (field.getKey().equals(GoldenFiles.CASES)) {
                printCases(text, field.getValue().asArray());
            } else {
                text.append(print(field.getValue()));
            }
            separator = ",\n";
        }
        return text.append("\n}\n").toString();
    }

    private static void printCases(StringBuilder text, BsonArray cases) {
        text.append('[');
        String separator = "\n";
        for (BsonValue oneCase : cases) {
            text.append(separator).append("    {\n");
            String fieldSeparator = "";
            for (Map.Entry<String, BsonValue> field : oneCase.asDocument().entrySet()) {
                text.append(fieldSeparator).append("      ").append(quote(field.getKey()));
                text.append(": ").append(print(field.getValue()));
                fieldSeparator = ",\n";
            }
            text.append("\n    }");
            separator = ",\n";
        }
        text.append("\n  ]");
    }

    private static String quote(String name) {
        return print(new BsonString(name));
    }
}
