package io.counterpoint.bson.json;

import java.io.StringWriter;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.BsonValueCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.json.JsonMode;
import org.bson.json.JsonReader;
import org.bson.json.JsonWriter;
import org.bson.json.JsonWriterSettings;

/**
 * Reads and prints documents as Extended JSON, version 2. Any thread.
 *
 * <p>Source: MongoDB Extended JSON (v2) specification.
 */
public final class ExtendedJson {
    private static final BsonDocumentCodec DOCUMENTS = new BsonDocumentCodec();
    private static final BsonValueCodec VALUES = new BsonValueCodec();
    private static final JsonWriterSettings CANONICAL =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
    private static final JsonWriterSettings RELAXED =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();
    private static final JsonWriterSettings RELAXED_INDENTED = JsonWriterSettings.builder()
            .outputMode(JsonMode.RELAXED)
            .indent(true)
            .build();

    private static final String WRAPPER = "v";

    private ExtendedJson() {}

    /**
     * Reads a document; canonical, relaxed and shell forms are understood.
     *
     * @return a mutable tree
     * @throws org.bson.json.JsonParseException when the text is no such document
     */
    public static BsonDocument parse(String json) {
        return DOCUMENTS.decode(new JsonReader(json), DecoderContext.builder().build());
    }

    /** Reads any value: a document, an array, a number, …; otherwise like {@link #parse}. */
    public static BsonValue parseValue(String json) {
        BsonValue value = parse("{\"" + WRAPPER + "\": " + json + "\n}").get(WRAPPER);
        if (value == null) {
            throw new IllegalArgumentException("not a value: " + json);
        }
        return value;
    }

    /** Prints a document so that reading it gives the same types back. */
    public static String canonical(BsonDocument document) {
        return print(document, CANONICAL);
    }

    /** Prints a document so that people like to read it: numbers are numbers, dates are ISO-8601. */
    public static String relaxed(BsonDocument document) {
        return print(document, RELAXED);
    }

    /** Like {@link #relaxed}, on several lines. */
    public static String relaxedIndented(BsonDocument document) {
        return print(document, RELAXED_INDENTED);
    }

    /** Prints any value as {@link #canonical} does. */
    public static String canonicalValue(BsonValue value) {
        return printValue(value, CANONICAL);
    }

    /** Prints any value as {@link #relaxed} does. */
    public static String relaxedValue(BsonValue value) {
        return printValue(value, RELAXED);
    }

    private static String print(BsonDocument document, JsonWriterSettings settings) {
        return document.toJson(settings);
    }

    private static String printValue(BsonValue value, JsonWriterSettings settings) {
        // A JSON writer starts with a document: the value is written as its only field and cut out again.
        StringWriter text = new StringWriter();
        JsonWriter writer = new JsonWriter(text, settings);
        writer.writeStartDocument();
        writer.writeName(WRAPPER);
        VALUES.encode(writer, value, EncoderContext.builder().build());
        writer.writeEndDocument();
        String wrapped = text.toString();
        return wrapped.substring(wrapped.indexOf(':') + 1, wrapped.lastIndexOf('}'))
                .strip();
    }
}
