package io.counterpoint.bson.raw;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * One pass over bytes that claim to be a document.
 *
 * <p>Every check compares a length with what is left ({@code end - at}) rather than adding to an offset, so that no
 * length from the bytes can overflow; {@code end} shrinks with each level and is never larger than the range given.
 */
final class BsonValidator {
    private static final int DOCUMENT_BYTES_MIN = 5;
    private static final int SCOPED_CODE_BYTES_MIN = 14;

    private final byte[] bytes;
    private final int offset;
    private final int length;
    private final int depthMax;

    /** Start of the innermost element's name, for the error text; -1 before the first. */
    private int nameOffset = -1;

    BsonValidator(byte[] bytes, int offset, int length, int depthMax) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        this.bytes = bytes;
        this.offset = offset;
        this.length = length;
        this.depthMax = depthMax;
    }

    void validate() {
        int end = offset + length;
        int documentEnd = document(offset, end, 1);
        if (documentEnd != end) {
            throw invalid("BSON object length is shorter than the bytes given");
        }
    }

    /** Checks the document at an offset and returns where it ends. */
    private int document(int start, int limit, int depth) {
        if (depth > depthMax) {
            throw new CommandException(ErrorCode.OVERFLOW, "BSONObj exceeded maximum nested object depth: " + depthMax);
        }
        int end = start + checkedLength(start, limit, DOCUMENT_BYTES_MIN);
        int last = end - 1;
        if (bytes[last] != 0) {
            throw invalid("BSON object not terminated with EOO");
        }
        int at = start + 4;
        while (bytes[at] != 0) {
            int type = bytes[at] & 0xFF;
            nameOffset = at + 1;
            int valueOffset = cstring(at + 1, last);
            at = value(type, valueOffset, last, depth);
            if (at > last) {
                throw invalid("Invalid bson: element runs past the end of its object");
            }
        }
        if (at != last) {
            throw invalid("BSON object ends before its length says");
        }
        return end;
    }

    /** Checks a value, which must end at or before the limit, and returns where it ends. */
    private int value(int type, int at, int limit, int depth) {
        return switch (type) {
            case RawElements.DOUBLE, RawElements.INT64, RawElements.DATE_TIME, RawElements.TIMESTAMP ->
                fixed(at, 8, limit);
            case RawElements.INT32 -> fixed(at, 4, limit);
            case RawElements.OBJECT_ID -> fixed(at, 12, limit);
            case RawElements.DECIMAL128 -> fixed(at, 16, limit);
            case RawElements.NULL, RawElements.UNDEFINED, RawElements.MIN_KEY, RawElements.MAX_KEY -> at;
            case RawElements.BOOLEAN -> bool(at, limit);
            case RawElements.STRING, RawElements.SYMBOL, RawElements.JAVASCRIPT -> string(at, limit);
            case RawElements.DOCUMENT, RawElements.ARRAY -> document(at, limit, depth + 1);
            case RawElements.BINARY -> binary(at, limit);
            case RawElements.REGULAR_EXPRESSION -> cstring(cstring(at, limit), limit);
            case RawElements.DB_POINTER -> fixed(string(at, limit), 12, limit);
            case RawElements.JAVASCRIPT_WITH_SCOPE -> scopedCode(at, limit, depth);
            default -> throw invalid("Unrecognized BSON type " + type);
        };
    }

    private int fixed(int at, int count, int limit) {
        if (count > limit - at) {
            throw invalid("Invalid bson: value runs past the end of its object");
        }
        return at + count;
    }

    private int bool(int at, int limit) {
        int end = fixed(at, 1, limit);
        if (bytes[at] != 0 && bytes[at] != 1) {
            throw invalid("Invalid boolean value");
        }
        return end;
    }

    private int string(int at, int limit) {
        int end = at + 4 + checkedLength(at, limit, 1, 4);
        if (bytes[end - 1] != 0) {
            throw invalid("Invalid bson: string is not null terminated");
        }
        checkUtf8(at + 4, end - 1);
        return end;
    }

    private int binary(int at, int limit) {
        int count = checkedLength(at, limit, 0, 5);
        boolean repeatsLength = bytes[at + 4] == RawElements.BINARY_OLD;
        if (repeatsLength && (count < 4 || LittleEndian.int32(bytes, at + 5) != count - 4)) {
            throw invalid("Invalid bson: binary subtype 2 with a wrong inner length");
        }
        return at + 5 + count;
    }

    private int scopedCode(int at, int limit, int depth) {
        int end = at + checkedLength(at, limit, SCOPED_CODE_BYTES_MIN);
        int scope = string(at + 4, end);
        if (document(scope, end, depth + 1) != end) {
            throw invalid("Invalid bson: CodeWScope with a wrong length");
        }
        return end;
    }

    /** Checks a NUL-terminated text and returns the offset behind its NUL. */
    private int cstring(int at, int limit) {
        int i = at;
        while (i < limit && bytes[i] != 0) {
            i++;
        }
        if (i >= limit) {
            throw invalid("Invalid bson: name or pattern is not null terminated");
        }
        checkUtf8(at, i);
        return i + 1;
    }

    /** Reads a length that counts itself. */
    private int checkedLength(int at, int limit, int least) {
        return checkedLength(at, limit, least, 0);
    }

    /**
     * Reads the length at an offset.
     *
     * @param extra bytes of the value that the length does not count, itself included
     */
    private int checkedLength(int at, int limit, int least, int extra) {
        if (4 > limit - at) {
            throw invalid("Invalid bson: length runs past the end of its object");
        }
        int value = LittleEndian.int32(bytes, at);
        if (value < least || value > limit - at - extra) {
            throw invalid("Invalid bson: length " + value + " is out of range");
        }
        return value;
    }

    private void checkUtf8(int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] < 0) {
                if (!Utf8.isValid(bytes, i, to)) {
                    throw invalid("Invalid bson: text is not valid UTF-8");
                }
                return;
            }
        }
    }

    private CommandException invalid(String what) {
        return new CommandException(ErrorCode.INVALID_BSON, what + inField());
    }

    private String inField() {
        if (nameOffset < 0) {
            return "";
        }
        int end = nameOffset;
        while (end < offset + length && bytes[end] != 0) {
            end++;
        }
        String name = new String(bytes, nameOffset, end - nameOffset, StandardCharsets.UTF_8);
        return " in element with field name '" + name + "'";
    }
}
