package io.counterpoint.wire.codec;

import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawArray;
import io.counterpoint.bson.raw.RawDocument;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * Writes documents into a buffer. Parts that are bytes already are copied as they are, from where they lie straight
 * into the buffer.
 */
final class DocumentWriter {
    /** Names of array elements are their positions: the first ones are kept ready. */
    private static final byte[][] POSITIONS = new byte[1_000][];

    static {
        for (int i = 0; i < POSITIONS.length; i++) {
            POSITIONS[i] = ascii(i);
        }
    }

    private final ByteBuf out;

    DocumentWriter(ByteBuf out) {
        this.out = out;
    }

    private static byte[] ascii(int position) {
        String digits = Integer.toString(position);
        byte[] bytes = new byte[digits.length() + 1];
        for (int i = 0; i < digits.length(); i++) {
            bytes[i] = (byte) digits.charAt(i);
        }
        return bytes;
    }

    /** Writes one document of the fields of two, and returns its length. */
    int write(BsonDocument first, BsonDocument second) {
        int start = open();
        fields(first);
        fields(second);
        close(start);
        return out.writerIndex() - start;
    }

    /** Bytes that a document will take, about: exact for parts that are bytes already, a guess for the rest. */
    static int estimate(BsonValue value) {
        if (value instanceof RawDocument raw) {
            return raw.byteLength();
        }
        if (value instanceof RawArray raw) {
            return raw.byteLength();
        }
        long sum = 16;
        if (value instanceof BsonDocument document) {
            for (Map.Entry<String, BsonValue> field : document.entrySet()) {
                sum += field.getKey().length() + estimate(field.getValue());
            }
        } else if (value instanceof BsonArray array) {
            for (BsonValue element : array) {
                sum += 8 + estimate(element);
            }
        } else if (value.getBsonType() == BsonType.STRING) {
            sum += value.asString().getValue().length();
        }
        return (int) Math.min(sum, Integer.MAX_VALUE / 4);
    }

    private int open() {
        int start = out.writerIndex();
        out.writeIntLE(0);
        return start;
    }

    private void close(int start) {
        out.writeByte(0);
        out.setIntLE(start, out.writerIndex() - start);
    }

    private void fields(BsonDocument document) {
        if (document instanceof RawDocument raw) {
            int from = raw.firstElement();
            out.writeBytes(raw.array(), from, raw.offset() + raw.byteLength() - 1 - from);
            return;
        }
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            BsonValue value = field.getValue();
            out.writeByte(value.getBsonType().getValue());
            name(field.getKey());
            value(value);
        }
    }

    private void name(String name) {
        if (name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a field's name has a NUL in it");
        }
        ByteBufUtil.writeUtf8(out, name);
        out.writeByte(0);
    }

    private void position(int position) {
        out.writeBytes(position < POSITIONS.length ? POSITIONS[position] : ascii(position));
    }

    private void value(BsonValue value) {
        switch (value.getBsonType()) {
            case DOCUMENT -> document(value.asDocument());
            case ARRAY -> array(value.asArray());
            case STRING -> string(value.asString().getValue());
            case INT32 -> out.writeIntLE(value.asInt32().getValue());
            case INT64 -> out.writeLongLE(value.asInt64().getValue());
            case DOUBLE -> out.writeDoubleLE(value.asDouble().getValue());
            case BOOLEAN -> out.writeBoolean(value.asBoolean().getValue());
            case DATE_TIME -> out.writeLongLE(value.asDateTime().getValue());
            case TIMESTAMP -> out.writeLongLE(value.asTimestamp().getValue());
            case OBJECT_ID -> out.writeBytes(value.asObjectId().getValue().toByteArray());
            case NULL, UNDEFINED, MIN_KEY, MAX_KEY -> {
                // The type says it all.
            }
            case BINARY,
                    REGULAR_EXPRESSION,
                    DB_POINTER,
                    JAVASCRIPT,
                    JAVASCRIPT_WITH_SCOPE,
                    SYMBOL,
                    DECIMAL128,
                    END_OF_DOCUMENT -> rare(value);
        }
    }

    private void document(BsonDocument document) {
        if (document instanceof RawDocument raw) {
            out.writeBytes(raw.array(), raw.offset(), raw.byteLength());
            return;
        }
        int start = open();
        fields(document);
        close(start);
    }

    private void array(BsonArray array) {
        if (array instanceof RawArray raw) {
            out.writeBytes(raw.array(), raw.offset(), raw.byteLength());
            return;
        }
        int start = open();
        int position = 0;
        for (BsonValue element : array) {
            out.writeByte(element.getBsonType().getValue());
            position(position++);
            value(element);
        }
        close(start);
    }

    private void string(String text) {
        int start = open();
        int length = ByteBufUtil.writeUtf8(out, text);
        out.writeByte(0);
        out.setIntLE(start, length + 1);
    }

    /**
     * Values that replies seldom have are taken from a document of their own: {@code length, type, NUL, value, NUL}.
     */
    private void rare(BsonValue value) {
        byte[] document = new BsonOutput().appendValue("", value).finishToByteArray();
        out.writeBytes(document, 6, document.length - 7);
    }
}
