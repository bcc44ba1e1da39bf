package io.counterpoint.bson.raw;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/**
 * A cursor over the elements of a BSON document or array that is nothing but an offset, so that walking allocates
 * nothing. An element is {@code type byte, name, NUL, value}; its offset is that of the type byte. Any thread.
 *
 * <pre>{@code
 * for (int element = RawElements.first(document); !RawElements.isEnd(bytes, element);
 *         element = RawElements.next(bytes, element)) { … }
 * }</pre>
 *
 * <p>The bytes must have passed {@link BsonBytes#validate}. On others a method may throw
 * {@link IndexOutOfBoundsException} or a {@link CommandException} with {@code InvalidBSON}, but it always ends.
 *
 * <p>Source: the BSON specification, version 1.1.
 */
public final class RawElements {
    public static final int DOUBLE = 0x01;
    public static final int STRING = 0x02;
    public static final int DOCUMENT = 0x03;
    public static final int ARRAY = 0x04;
    public static final int BINARY = 0x05;
    public static final int UNDEFINED = 0x06;
    public static final int OBJECT_ID = 0x07;
    public static final int BOOLEAN = 0x08;
    public static final int DATE_TIME = 0x09;
    public static final int NULL = 0x0A;
    public static final int REGULAR_EXPRESSION = 0x0B;
    public static final int DB_POINTER = 0x0C;
    public static final int JAVASCRIPT = 0x0D;
    public static final int SYMBOL = 0x0E;
    public static final int JAVASCRIPT_WITH_SCOPE = 0x0F;
    public static final int INT32 = 0x10;
    public static final int TIMESTAMP = 0x11;
    public static final int INT64 = 0x12;
    public static final int DECIMAL128 = 0x13;
    public static final int MAX_KEY = 0x7F;
    public static final int MIN_KEY = 0xFF;

    /** The subtype whose payload repeats its own length. */
    static final byte BINARY_OLD = 0x02;

    /** By type: the length of its values, or -1 where the bytes tell (or the type does not exist). */
    private static final byte[] FIXED_LENGTHS = new byte[256];

    static {
        Arrays.fill(FIXED_LENGTHS, (byte) -1);
        FIXED_LENGTHS[DOUBLE] = 8;
        FIXED_LENGTHS[UNDEFINED] = 0;
        FIXED_LENGTHS[OBJECT_ID] = 12;
        FIXED_LENGTHS[BOOLEAN] = 1;
        FIXED_LENGTHS[DATE_TIME] = 8;
        FIXED_LENGTHS[NULL] = 0;
        FIXED_LENGTHS[INT32] = 4;
        FIXED_LENGTHS[TIMESTAMP] = 8;
        FIXED_LENGTHS[INT64] = 8;
        FIXED_LENGTHS[DECIMAL128] = 16;
        FIXED_LENGTHS[MAX_KEY] = 0;
        FIXED_LENGTHS[MIN_KEY] = 0;
    }

    private RawElements() {}

    /** Offset of the first element of the document or array that starts at an offset; may be the end. */
    public static int first(int documentOffset) {
        return documentOffset + 4;
    }

    /** True when the offset is that of the document's closing NUL. */
    public static boolean isEnd(byte[] bytes, int element) {
        return bytes[element] == 0;
    }

    /** Offset of the element after this one; may be the end. */
    public static int next(byte[] bytes, int element) {
        int valueOffset = valueOffset(bytes, element);
        return valueOffset + valueLength(bytes, type(bytes, element), valueOffset);
    }

    /** Type number, one of the constants of this class. */
    public static int type(byte[] bytes, int element) {
        return bytes[element] & 0xFF;
    }

    /** Offset of the name's first byte. */
    public static int nameOffset(int element) {
        return element + 1;
    }

    /** Length of the name in bytes, its NUL not counted. */
    public static int nameLength(byte[] bytes, int element) {
        return valueOffset(bytes, element) - element - 2;
    }

    /** Offset of the value's first byte. */
    public static int valueOffset(byte[] bytes, int element) {
        return cstringEnd(bytes, element + 1) + 1;
    }

    /**
     * Length of a value in bytes.
     *
     * @throws CommandException {@code InvalidBSON} for an unknown type or a length below the type's least
     */
    public static int valueLength(byte[] bytes, int type, int valueOffset) {
        int fixed = FIXED_LENGTHS[type];
        return fixed >= 0 ? fixed : variableLength(bytes, type, valueOffset);
    }

    private static int variableLength(byte[] bytes, int type, int valueOffset) {
        return switch (type) {
            case STRING, JAVASCRIPT, SYMBOL -> 4 + lengthAtLeast(bytes, valueOffset, 1);
            case DOCUMENT, ARRAY -> lengthAtLeast(bytes, valueOffset, 5);
            case JAVASCRIPT_WITH_SCOPE -> lengthAtLeast(bytes, valueOffset, 14);
            case BINARY -> 5 + lengthAtLeast(bytes, valueOffset, 0);
            case REGULAR_EXPRESSION -> cstringEnd(bytes, cstringEnd(bytes, valueOffset) + 1) + 1 - valueOffset;
            case DB_POINTER -> 16 + lengthAtLeast(bytes, valueOffset, 1);
            default -> throw new CommandException(ErrorCode.INVALID_BSON, "Unrecognized BSON type " + type);
        };
    }

    /**
     * Looks a field up by name.
     *
     * @return the offset of the first element of that name, or -1 (no object, since this is the hottest of loops)
     */
    public static int find(byte[] bytes, int documentOffset, String name) {
        int element = first(documentOffset);
        while (bytes[element] != 0) {
            int end = matchName(bytes, element, name);
            if (end >= 0) {
                return element;
            }
            int valueOffset = ~end;
            element = valueOffset + valueLength(bytes, bytes[element] & 0xFF, valueOffset);
        }
        return -1;
    }

    /** Compares an element's name with a string, without decoding it. */
    public static boolean nameEquals(byte[] bytes, int element, String name) {
        return matchName(bytes, element, name) >= 0;
    }

    /** The name as a string. */
    public static String name(byte[] bytes, int element) {
        return FieldNames.of(bytes, element + 1, nameLength(bytes, element));
    }

    /** The value of an element; documents and arrays come as views over the same bytes. */
    public static BsonValue value(byte[] bytes, int element) {
        return value(bytes, type(bytes, element), valueOffset(bytes, element));
    }

    /** The value of a type at an offset; documents and arrays come as views over the same bytes. */
    public static BsonValue value(byte[] bytes, int type, int valueOffset) {
        return switch (type) {
            case INT32 -> new BsonInt32(int32(bytes, valueOffset));
            case STRING -> new BsonString(string(bytes, valueOffset));
            case OBJECT_ID -> new BsonObjectId(objectId(bytes, valueOffset));
            case DOUBLE -> new BsonDouble(float64(bytes, valueOffset));
            case INT64 -> new BsonInt64(int64(bytes, valueOffset));
            case BOOLEAN -> BsonBoolean.valueOf(bytes[valueOffset] != 0);
            case DATE_TIME -> new BsonDateTime(int64(bytes, valueOffset));
            case DOCUMENT -> RawDocument.of(bytes, valueOffset);
            case ARRAY -> RawArray.of(bytes, valueOffset);
            case NULL -> BsonNull.VALUE;
            case BINARY -> binary(bytes, valueOffset);
            case TIMESTAMP -> new BsonTimestamp(int64(bytes, valueOffset));
            case DECIMAL128 ->
                new BsonDecimal128(
                        Decimal128.fromIEEE754BIDEncoding(int64(bytes, valueOffset + 8), int64(bytes, valueOffset)));
            case REGULAR_EXPRESSION -> regularExpression(bytes, valueOffset);
            case MIN_KEY -> new BsonMinKey();
            case MAX_KEY -> new BsonMaxKey();
            case UNDEFINED -> new BsonUndefined();
            case SYMBOL -> new BsonSymbol(string(bytes, valueOffset));
            case JAVASCRIPT -> new BsonJavaScript(string(bytes, valueOffset));
            case JAVASCRIPT_WITH_SCOPE -> scopedCode(bytes, valueOffset);
            case DB_POINTER -> dbPointer(bytes, valueOffset);
            default -> throw new CommandException(ErrorCode.INVALID_BSON, "Unrecognized BSON type " + type);
        };
    }

    /** The little-endian int32 at an offset. */
    public static int int32(byte[] bytes, int offset) {
        return LittleEndian.int32(bytes, offset);
    }

    /** The little-endian int64 at an offset. */
    public static long int64(byte[] bytes, int offset) {
        return LittleEndian.int64(bytes, offset);
    }

    /** The little-endian double at an offset. */
    public static double float64(byte[] bytes, int offset) {
        return Double.longBitsToDouble(LittleEndian.int64(bytes, offset));
    }

    /** The text of a string, symbol or code value whose length stands at the offset. */
    public static String string(byte[] bytes, int valueOffset) {
        int length = lengthAtLeast(bytes, valueOffset, 1);
        return new String(bytes, valueOffset + 4, length - 1, StandardCharsets.UTF_8);
    }

    private static ObjectId objectId(byte[] bytes, int offset) {
        // The driver reads the twelve bytes through a buffer; handing it an exact copy is the cheapest of its doors.
        return new ObjectId(Arrays.copyOfRange(bytes, offset, offset + 12));
    }

    private static BsonBinary binary(byte[] bytes, int valueOffset) {
        int length = lengthAtLeast(bytes, valueOffset, 0);
        byte subtype = bytes[valueOffset + 4];
        int from = valueOffset + 5;
        int to = from + length;
        if (subtype == BINARY_OLD && length >= 4) {
            from += 4;
        }
        return new BsonBinary(subtype, Arrays.copyOfRange(bytes, from, to));
    }

    private static BsonRegularExpression regularExpression(byte[] bytes, int valueOffset) {
        int patternEnd = cstringEnd(bytes, valueOffset);
        int optionsEnd = cstringEnd(bytes, patternEnd + 1);
        return new BsonRegularExpression(text(bytes, valueOffset, patternEnd), text(bytes, patternEnd + 1, optionsEnd));
    }

    private static BsonJavaScriptWithScope scopedCode(byte[] bytes, int valueOffset) {
        int scope = valueOffset + 8 + lengthAtLeast(bytes, valueOffset + 4, 1);
        return new BsonJavaScriptWithScope(string(bytes, valueOffset + 4), RawDocument.of(bytes, scope));
    }

    private static BsonDbPointer dbPointer(byte[] bytes, int valueOffset) {
        int id = valueOffset + 4 + lengthAtLeast(bytes, valueOffset, 1);
        return new BsonDbPointer(string(bytes, valueOffset), objectId(bytes, id));
    }

    /** Returns the value's offset when the name matches, else its complement: either way the name was walked once. */
    private static int matchName(byte[] bytes, int element, String name) {
        int i = element + 1;
        int length = name.length();
        int matched = 0;
        while (matched < length) {
            char expected = name.charAt(matched);
            byte actual = bytes[i];
            if (expected != actual || actual == 0) {
                // Bytes of multi-byte characters are negative and equal no char: those names take the slow way.
                return expected >= 0x80 && actual < 0 ? matchUnicodeName(bytes, element, name) : ~afterName(bytes, i);
            }
            matched++;
            i++;
        }
        return bytes[i] == 0 ? i + 1 : ~afterName(bytes, i);
    }

    private static int matchUnicodeName(byte[] bytes, int element, String name) {
        byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
        int from = element + 1;
        int end = cstringEnd(bytes, from);
        return Arrays.equals(bytes, from, end, encoded, 0, encoded.length) ? end + 1 : ~(end + 1);
    }

    private static int afterName(byte[] bytes, int from) {
        return cstringEnd(bytes, from) + 1;
    }

    private static int cstringEnd(byte[] bytes, int from) {
        int i = from;
        for (; i <= bytes.length - Long.BYTES; i += Long.BYTES) {
            long eight = LittleEndian.int64(bytes, i);
            // The lowest bit of this that is set stands in the first byte that is zero.
            long zeros = eight - 0x0101010101010101L & ~eight & 0x8080808080808080L;
            if (zeros != 0) {
                return i + (Long.numberOfTrailingZeros(zeros) >>> 3);
            }
        }
        while (bytes[i] != 0) {
            i++;
        }
        return i;
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private static int lengthAtLeast(byte[] bytes, int offset, int least) {
        int length = LittleEndian.int32(bytes, offset);
        if (length < least || length > bytes.length - offset) {
            throw new CommandException(ErrorCode.INVALID_BSON, "Invalid BSON: length " + length + " is out of range");
        }
        return length;
    }
}
