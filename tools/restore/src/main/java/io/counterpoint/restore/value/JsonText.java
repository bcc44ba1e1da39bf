package io.counterpoint.restore.value;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** JSON as BSON, plainly: a key that begins with a dollar sign means nothing. Pure. */
final class JsonText {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonText() {}

    /**
     * Parses one value.
     *
     * @throws IOException when it is no JSON
     * @throws NumberFormatException when a number has no counterpart
     * @throws IllegalArgumentException when a key holds a NUL, which BSON cannot say
     */
    static BsonValue parse(String text) throws IOException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            BsonValue value = value(parser);
            if (parser.nextToken() != null) {
                throw new IOException("more than one value");
            }
            return value;
        }
    }

    private static BsonValue value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new IOException("no value");
        }
        return switch (token) {
            case START_OBJECT -> document(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> new BsonString(parser.getText());
            case VALUE_TRUE -> BsonBoolean.TRUE;
            case VALUE_FALSE -> BsonBoolean.FALSE;
            case VALUE_NULL -> BsonNull.VALUE;
            case VALUE_NUMBER_INT -> Literals.whole(parser.getBigIntegerValue(), true);
            case VALUE_NUMBER_FLOAT -> fraction(parser.getText());
            case END_ARRAY, END_OBJECT, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new IOException("unexpected " + token);
        };
    }

    private static BsonDocument document(JsonParser parser) throws IOException {
        BsonDocument document = new BsonDocument();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            if (name.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("a key holds a NUL");
            }
            parser.nextToken();
            document.put(name, value(parser));
        }
        return document;
    }

    private static BsonArray array(JsonParser parser) throws IOException {
        BsonArray array = new BsonArray();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser));
        }
        return array;
    }

    /** A double where it says the same number, a decimal where it would not. */
    private static BsonValue fraction(String text) {
        BigDecimal exact = new BigDecimal(text);
        double near = exact.doubleValue();
        boolean same = !Double.isInfinite(near) && new BigDecimal(Double.toString(near)).compareTo(exact) == 0;
        return same ? new BsonDouble(near) : new BsonDecimal128(new Decimal128(exact));
    }
}
