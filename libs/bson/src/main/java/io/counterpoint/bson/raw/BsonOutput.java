package io.counterpoint.bson.raw;

import io.counterpoint.base.check.Invariants;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDbPointer;
import org.bson.BsonDocument;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/**
 * Writes one BSON document into a growing array: the way replies and stored documents are built. Not thread-safe, used
 * once: {@link #finish} hands the array over.
 *
 * <pre>{@code
 * // {cursor: {firstBatch: [document]}, ok: 1.0}
 * BsonOutput out = new BsonOutput();
 * out.startDocument("cursor");
 * out.startArray("firstBatch").add(document).end();
 * out.end();
 * RawDocument reply = out.appendDouble("ok", 1.0).finish();
 * }</pre>
 *
 * <p>{@code append…} takes the field's name and belongs into documents; {@code add} and the {@code start…} without a
 * name take the next position and belong into arrays. A raw document or array is copied as it is, byte for byte.
 */
public final class BsonOutput {
    private static final int INITIAL_CAPACITY = 256;

    private byte[] bytes;
    private int length;

    /** Per open document or array: where it starts, and the next position if it is an array, else -1. */
    private int[] starts = new int[8];

    private int[] nextPositions = new int[8];
    private int open;

    /** A writer with its document opened. */
    public BsonOutput() {
        this(INITIAL_CAPACITY);
    }

    /**
     * A writer with its document opened.
     *
     * @param capacity how many bytes to make room for at the start
     */
    public BsonOutput(int capacity) {
        bytes = new byte[Math.max(capacity, 16)];
        push(-1);
    }

    /** Bytes written so far, those of documents that are still open included. */
    public int length() {
        return length;
    }

    /** Appends an int32. */
    public BsonOutput appendInt32(String name, int value) {
        element(RawElements.INT32, name);
        int32(value);
        return this;
    }

    /** Appends an int64. */
    public BsonOutput appendInt64(String name, long value) {
        element(RawElements.INT64, name);
        int64(value);
        return this;
    }

    /** Appends a double. */
    public BsonOutput appendDouble(String name, double value) {
        element(RawElements.DOUBLE, name);
        int64(Double.doubleToRawLongBits(value));
        return this;
    }

    /** Appends a boolean. */
    public BsonOutput appendBoolean(String name, boolean value) {
        element(RawElements.BOOLEAN, name);
        int8(value ? 1 : 0);
        return this;
    }

    /** Appends a string. */
    public BsonOutput appendString(String name, String value) {
        element(RawElements.STRING, name);
        string(value);
        return this;
    }

    /** Appends a null. */
    public BsonOutput appendNull(String name) {
        element(RawElements.NULL, name);
        return this;
    }

    /** Appends a date, in milliseconds since 1970. */
    public BsonOutput appendDateTime(String name, long millis) {
        element(RawElements.DATE_TIME, name);
        int64(millis);
        return this;
    }

    /** Appends an ObjectId. */
    public BsonOutput appendObjectId(String name, ObjectId value) {
        element(RawElements.OBJECT_ID, name);
        raw(value.toByteArray());
        return this;
    }

    /** Appends a document as a field. */
    public BsonOutput appendDocument(String name, BsonDocument value) {
        element(RawElements.DOCUMENT, name);
        document(value);
        return this;
    }

    /** Appends any value as a field. */
    public BsonOutput appendValue(String name, BsonValue value) {
        element(typeOf(value), name);
        payload(value);
        return this;
    }

    /** Appends all fields of a document to the one that is open. */
    public BsonOutput appendFields(BsonDocument document) {
        if (document instanceof RawDocument source) {
            int from = source.firstElement();
            raw(source.array(), from, source.offset() + source.byteLength() - 1 - from);
        } else {
            fields(document);
        }
        return this;
    }

    /**
     * Appends elements that are already bytes: type, name and value, as they stand in another document.
     *
     * @param elementLength length of one element, or of several that follow each other
     */
    public BsonOutput appendRawElement(byte[] source, int elementOffset, int elementLength) {
        raw(source, elementOffset, elementLength);
        return this;
    }

    /** Adds a value at the next position of the open array. */
    public BsonOutput add(BsonValue value) {
        element(typeOf(value));
        payload(value);
        return this;
    }

    /**
     * Adds a document that is already bytes at the next position of the open array.
     *
     * @param documentLength the length that the document's first four bytes give
     */
    public BsonOutput addRawDocument(byte[] source, int documentOffset, int documentLength) {
        element(RawElements.DOCUMENT);
        raw(source, documentOffset, documentLength);
        return this;
    }

    /** Opens a document as a field. */
    public BsonOutput startDocument(String name) {
        element(RawElements.DOCUMENT, name);
        push(-1);
        return this;
    }

    /** Opens a document at the next position of the open array. */
    public BsonOutput startDocument() {
        element(RawElements.DOCUMENT);
        push(-1);
        return this;
    }

    /** Opens an array as a field. */
    public BsonOutput startArray(String name) {
        element(RawElements.ARRAY, name);
        push(0);
        return this;
    }

    /** Opens an array at the next position of the open array. */
    public BsonOutput startArray() {
        element(RawElements.ARRAY);
        push(0);
        return this;
    }

    /** Closes the document or array opened last. */
    public BsonOutput end() {
        Invariants.check(open > 1, "end() closes what a start opened; the outermost document is closed by finish()");
        pop();
        return this;
    }

    /** Closes the document and gives it away; the writer is of no use afterwards. */
    public RawDocument finish() {
        Invariants.check(open == 1, "finish() comes once, after every start had its end");
        pop();
        return RawDocument.of(bytes);
    }

    /** Like {@link #finish}, as an array of exactly the document's length. */
    public byte[] finishToByteArray() {
        finish();
        return bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
    }

    private void push(int nextPosition) {
        if (open == starts.length) {
            starts = Arrays.copyOf(starts, open * 2);
            nextPositions = Arrays.copyOf(nextPositions, open * 2);
        }
        starts[open] = length;
        nextPositions[open] = nextPosition;
        open++;
        // Room for the length, which pop() knows.
        int32(0);
    }

    private void pop() {
        int8(0);
        open--;
        int start = starts[open];
        LittleEndian.putInt32(bytes, start, length - start);
    }

    private void element(int type, String name) {
        int8(type);
        cstring(name);
    }

    private void element(int type) {
        int position = nextPositions[open - 1]++;
        Invariants.check(position >= 0, "an element without a name belongs into an array");
        int8(type);
        position(position);
    }

    private void position(int position) {
        reserve(11);
        int digits = 1;
        for (int rest = position / 10; rest > 0; rest /= 10) {
            digits++;
        }
        int rest = position;
        for (int i = length + digits - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        bytes[length++] = 0;
    }

    private void payload(BsonValue value) {
        switch (value.getBsonType()) {
            case INT32 -> int32(value.asInt32().getValue());
            case INT64 -> int64(value.asInt64().getValue());
            case DOUBLE -> int64(Double.doubleToRawLongBits(value.asDouble().getValue()));
            case STRING -> string(value.asString().getValue());
            case OBJECT_ID -> raw(value.asObjectId().getValue().toByteArray());
            case BOOLEAN -> int8(value.asBoolean().getValue() ? 1 : 0);
            case DATE_TIME -> int64(value.asDateTime().getValue());
            case DOCUMENT -> document(value.asDocument());
            case ARRAY -> array(value.asArray());
            case BINARY -> binary(value.asBinary());
            case TIMESTAMP -> int64(value.asTimestamp().getValue());
            case DECIMAL128 -> decimal(value.asDecimal128().getValue());
            case REGULAR_EXPRESSION -> regularExpression(value.asRegularExpression());
            case SYMBOL -> string(value.asSymbol().getSymbol());
            case JAVASCRIPT -> string(value.asJavaScript().getCode());
            case JAVASCRIPT_WITH_SCOPE -> javaScriptWithScope(value.asJavaScriptWithScope());
            case DB_POINTER -> dbPointer(value.asDBPointer());
            case NULL, UNDEFINED, MIN_KEY, MAX_KEY -> {
                // The type says it all.
            }
            case END_OF_DOCUMENT -> throw new IllegalArgumentException("not a value: " + value);
        }
    }

    private void document(BsonDocument document) {
        if (document instanceof RawDocument source) {
            raw(source.array(), source.offset(), source.byteLength());
            return;
        }
        push(-1);
        fields(document);
        pop();
    }

    private void fields(BsonDocument document) {
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            appendValue(field.getKey(), field.getValue());
        }
    }

    private void array(BsonArray array) {
        if (array instanceof RawArray source) {
            raw(source.array(), source.offset(), source.byteLength());
            return;
        }
        push(0);
        for (BsonValue value : array) {
            add(value);
        }
        pop();
    }

    private void binary(BsonBinary value) {
        byte[] data = value.getData();
        if (value.getType() == RawElements.BINARY_OLD) {
            int32(data.length + 4);
            int8(value.getType());
            int32(data.length);
        } else {
            int32(data.length);
            int8(value.getType());
        }
        raw(data);
    }

    private void decimal(Decimal128 value) {
        int64(value.getLow());
        int64(value.getHigh());
    }

    private void regularExpression(BsonRegularExpression value) {
        cstring(value.getPattern());
        cstring(value.getOptions());
    }

    private void javaScriptWithScope(BsonJavaScriptWithScope value) {
        int start = length;
        int32(0);
        string(value.getCode());
        document(value.getScope());
        LittleEndian.putInt32(bytes, start, length - start);
    }

    private void dbPointer(BsonDbPointer value) {
        string(value.getNamespace());
        raw(value.getId().toByteArray());
    }

    private void string(String value) {
        int start = length;
        int32(0);
        text(value, false);
        int8(0);
        LittleEndian.putInt32(bytes, start, length - start - 4);
    }

    private void cstring(String value) {
        text(value, true);
        int8(0);
    }

    private void text(String value, boolean refuseNul) {
        int count = value.length();
        reserve(count);
        int at = length;
        for (int i = 0; i < count; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                unicodeText(value, refuseNul);
                return;
            }
            if (c == 0 && refuseNul) {
                throw nulIn(value);
            }
            bytes[at++] = (byte) c;
        }
        length = at;
    }

    private void unicodeText(String value, boolean refuseNul) {
        if (refuseNul && value.indexOf('\0') >= 0) {
            throw nulIn(value);
        }
        raw(value.getBytes(StandardCharsets.UTF_8));
    }

    private static CommandException nulIn(String value) {
        return new CommandException(
                ErrorCode.BAD_VALUE,
                "A field name or regular expression must not contain a null byte: " + value.replace("\0", "\\0"));
    }

    private void raw(byte[] source) {
        raw(source, 0, source.length);
    }

    private void raw(byte[] source, int from, int count) {
        reserve(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
    }

    private void int8(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    private void int32(int value) {
        reserve(4);
        LittleEndian.putInt32(bytes, length, value);
        length += 4;
    }

    private void int64(long value) {
        reserve(8);
        LittleEndian.putInt64(bytes, length, value);
        length += 8;
    }

    private void reserve(int count) {
        if (count > bytes.length - length) {
            grow(count);
        }
    }

    private void grow(int count) {
        long needed = (long) length + count;
        if (needed > Integer.MAX_VALUE - 8) {
            throw new CommandException(ErrorCode.INVALID_LENGTH, "document exceeds the largest length of BSON");
        }
        long doubled = Math.min(2L * bytes.length, Integer.MAX_VALUE - 8);
        bytes = Arrays.copyOf(bytes, (int) Math.max(needed, doubled));
    }

    private static int typeOf(BsonValue value) {
        return value.getBsonType().getValue() & 0xFF;
    }
}
