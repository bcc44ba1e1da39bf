package io.counterpoint.restore.value;

import io.counterpoint.sqldump.row.SqlValue;
import java.nio.charset.CharacterCodingException;
import org.bson.BsonArray;
import org.bson.BsonNull;

/** PostgreSQL's text form of an array: <code>{1,NULL,"a \"b\"",{…}}</code>. One use. */
final class ArrayText {
    private final String text;
    private final ValueWriter element;
    private final long line;
    private int at;

    private ArrayText(String text, ValueWriter element, long line) {
        this.text = text;
        this.element = element;
        this.line = line;
    }

    /** @throws IllegalArgumentException when it is no array */
    static BsonArray parse(String text, ValueWriter element, long line) throws CharacterCodingException {
        // Bounds that do not start at 1 stand before the braces: [0:1]={…}.
        String braces = text.startsWith("[") ? text.substring(text.indexOf('=') + 1) : text;
        ArrayText parser = new ArrayText(braces, element, line);
        BsonArray array = parser.array();
        if (parser.at != braces.length()) {
            throw parser.broken();
        }
        return array;
    }

    private BsonArray array() throws CharacterCodingException {
        BsonArray array = new BsonArray();
        if (next() != '{') {
            throw broken();
        }
        if (peek() == '}') {
            at++;
            return array;
        }
        while (true) {
            if (peek() == '{') {
                array.add(array());
            } else {
                element(array);
            }
            char end = next();
            if (end == '}') {
                return array;
            }
            if (end != ',') {
                throw broken();
            }
        }
    }

    private void element(BsonArray array) throws CharacterCodingException {
        StringBuilder value = new StringBuilder();
        boolean quoted = peek() == '"';
        if (quoted) {
            at++;
            for (char c = next(); c != '"'; c = next()) {
                value.append(c == '\\' ? next() : c);
            }
        } else {
            while (peek() != ',' && peek() != '}') {
                char c = next();
                value.append(c == '\\' ? next() : c);
            }
        }
        if (!quoted && value.toString().equalsIgnoreCase("NULL")) {
            array.add(BsonNull.VALUE);
            return;
        }
        array.add(element.convert(new SqlValue.Text(value.toString()), line));
    }

    private char peek() {
        if (at >= text.length()) {
            throw broken();
        }
        return text.charAt(at);
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private IllegalArgumentException broken() {
        return new IllegalArgumentException("'" + Literals.shortened(text) + "' is no array");
    }
}
