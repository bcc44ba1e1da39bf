package io.counterpoint.bson.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDbPointer;
import org.bson.BsonDocument;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;

/**
 * Encodes values as bytes whose unsigned order is that of {@link io.counterpoint.bson.order.BsonOrder}. Any thread.
 *
 * <ul>
 *   <li>Equal values have equal bytes, whatever their types: int32 5, int64 5, 5.0 and decimal 5.00 are one key.
 *   <li>No encoding is the start of another one: encodings can follow each other in one key, each in a direction of its
 *       own.
 *   <li>Descending parts are complemented byte by byte.
 * </ul>
 *
 * <table>
 *   <caption>Format: a tag ({@code KeyTag}), then</caption>
 *   <tr><td>number</td><td>see {@code NumberKeys}: nothing, 8 or 25 bytes</td></tr>
 *   <tr><td>string, symbol, code</td><td>UTF-8 with bytes 0 and 1 escaped, 0</td></tr>
 *   <tr><td>document</td><td>per field: the value's least tag of its type, name, 0, value; then 0</td></tr>
 *   <tr><td>array</td><td>the values, then 0</td></tr>
 *   <tr><td>binary</td><td>length (4 bytes), subtype, bytes</td></tr>
 *   <tr><td>ObjectId</td><td>12 bytes</td></tr>
 *   <tr><td>date</td><td>8 bytes, sign bit flipped</td></tr>
 *   <tr><td>timestamp</td><td>8 bytes</td></tr>
 *   <tr><td>regular expression</td><td>pattern, 0, options, 0</td></tr>
 *   <tr><td>DBPointer</td><td>length of the namespace (4 bytes), namespace, 12 bytes</td></tr>
 *   <tr><td>code with scope</td><td>code, 0, the scope's fields as in a document, 0</td></tr>
 *   <tr><td>the others</td><td>nothing</td></tr>
 * </table>
 *
 * <p>The tag before a field's name repeats the one of the value: documents compare by type before they look at names.
 */
public final class KeyEncoding {
    private KeyEncoding() {}

    /** One value, ascending. */
    public static byte[] encode(BsonValue value) {
        return new KeyBuffer().appendValue(value).toByteArray();
    }

    /**
     * Several values, each in its direction.
     *
     * @param descending one per value
     */
    public static byte[] encode(List<? extends BsonValue> values, boolean[] descending) {
        if (values.size() != descending.length) {
            throw new IllegalArgumentException("one direction per value");
        }
        KeyBuffer buffer = new KeyBuffer();
        for (int i = 0; i < descending.length; i++) {
            buffer.appendValue(values.get(i), descending[i]);
        }
        return buffer.toByteArray();
    }

    /** Several values, each in its direction; see {@link #encode(List, boolean[])}. */
    public static byte[] encode(BsonValue[] values, boolean[] descending) {
        return encode(Arrays.asList(values), descending);
    }

    /**
     * The least bytes above everything that starts with a prefix: the exclusive upper bound of a scan over the prefix.
     *
     * @throws IllegalArgumentException when nothing is above, because the prefix is empty or all 0xFF
     */
    public static byte[] successor(byte[] prefix) {
        int last = prefix.length - 1;
        while (last >= 0 && prefix[last] == (byte) 0xFF) {
            last--;
        }
        if (last < 0) {
            throw new IllegalArgumentException("nothing sorts after this prefix");
        }
        byte[] successor = Arrays.copyOf(prefix, last + 1);
        successor[last]++;
        return successor;
    }

    static void append(KeyBuffer out, BsonValue value) {
        switch (value.getBsonType()) {
            case OBJECT_ID ->
                out.appendByte(KeyTag.OBJECT_ID)
                        .appendBytes(value.asObjectId().getValue().toByteArray());
            case STRING ->
                out.appendByte(KeyTag.STRING).appendText(value.asString().getValue());
            case INT32 -> NumberKeys.append(out, value.asInt32().getValue());
            case INT64 -> NumberKeys.append(out, value.asInt64().getValue());
            case DOUBLE -> NumberKeys.append(out, value.asDouble().getValue());
            case DECIMAL128 -> NumberKeys.append(out, value.asDecimal128().getValue());
            case SYMBOL ->
                out.appendByte(KeyTag.STRING).appendText(value.asSymbol().getSymbol());
            case DOCUMENT -> {
                out.appendByte(KeyTag.DOCUMENT);
                appendFields(out, value.asDocument());
            }
            case ARRAY -> appendArray(out, value.asArray());
            case BINARY -> appendBinary(out, value.asBinary());
            case BOOLEAN -> out.appendByte(value.asBoolean().getValue() ? KeyTag.TRUE : KeyTag.FALSE);
            case DATE_TIME ->
                out.appendByte(KeyTag.DATE_TIME)
                        .appendInt64BigEndian(value.asDateTime().getValue() ^ Long.MIN_VALUE);
            case TIMESTAMP ->
                out.appendByte(KeyTag.TIMESTAMP)
                        .appendInt64BigEndian(value.asTimestamp().getValue());
            case REGULAR_EXPRESSION -> {
                BsonRegularExpression expression = value.asRegularExpression();
                out.appendByte(KeyTag.REGULAR_EXPRESSION)
                        .appendText(expression.getPattern())
                        .appendText(expression.getOptions());
            }
            case DB_POINTER -> appendDbPointer(out, value.asDBPointer());
            case JAVASCRIPT ->
                out.appendByte(KeyTag.JAVASCRIPT)
                        .appendText(value.asJavaScript().getCode());
            case JAVASCRIPT_WITH_SCOPE -> {
                BsonJavaScriptWithScope code = value.asJavaScriptWithScope();
                out.appendByte(KeyTag.JAVASCRIPT_WITH_SCOPE).appendText(code.getCode());
                appendFields(out, code.getScope());
            }
            case MIN_KEY, UNDEFINED, NULL, MAX_KEY, END_OF_DOCUMENT ->
                out.appendByte(KeyTag.least(value.getBsonType()));
        }
    }

    private static void appendFields(KeyBuffer out, BsonDocument document) {
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            BsonValue value = field.getValue();
            out.appendByte(KeyTag.least(value.getBsonType())).appendText(field.getKey());
            append(out, value);
        }
        out.appendByte(KeyTag.END);
    }

    private static void appendArray(KeyBuffer out, BsonArray array) {
        out.appendByte(KeyTag.ARRAY);
        for (BsonValue value : array) {
            append(out, value);
        }
        out.appendByte(KeyTag.END);
    }

    private static void appendBinary(KeyBuffer out, BsonBinary value) {
        byte[] data = value.getData();
        boolean repeatsLength = value.getType() == BsonBinarySubType.OLD_BINARY.getValue();
        out.appendByte(KeyTag.BINARY)
                .appendInt32BigEndian(data.length + (repeatsLength ? Integer.BYTES : 0))
                .appendByte(value.getType())
                .appendBytes(data);
    }

    private static void appendDbPointer(KeyBuffer out, BsonDbPointer value) {
        byte[] namespace = value.getNamespace().getBytes(StandardCharsets.UTF_8);
        out.appendByte(KeyTag.DB_POINTER)
                .appendInt32BigEndian(namespace.length)
                .appendBytes(namespace)
                .appendBytes(value.getId().toByteArray());
    }
}
