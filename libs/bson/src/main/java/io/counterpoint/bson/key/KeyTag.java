package io.counterpoint.bson.key;

import org.bson.BsonType;

/**
 * The first byte of an encoded value, in the order of types. Numbers have one per kind, which makes the bytes of equal
 * numbers of different types equal; booleans are nothing but a tag. Part of the storage format: a tag is never given a
 * new meaning.
 *
 * <p>All of them lie between {@link #END} and 0xEF, so that neither a tag nor its complement nor their successors meet
 * 0x00 or 0xFF.
 */
final class KeyTag {
    /** Ends texts, documents and arrays: less than any tag and any byte of a text. */
    static final int END = 0x00;

    static final int MIN_KEY = 0x10;
    static final int UNDEFINED = 0x14;
    static final int NULL = 0x18;
    static final int NAN = 0x20;
    static final int NEGATIVE = 0x22;
    static final int ZERO = 0x24;
    static final int POSITIVE = 0x26;
    static final int STRING = 0x30;
    static final int DOCUMENT = 0x38;
    static final int ARRAY = 0x40;
    static final int BINARY = 0x48;
    static final int OBJECT_ID = 0x50;
    static final int FALSE = 0x58;
    static final int TRUE = 0x59;
    static final int DATE_TIME = 0x60;
    static final int TIMESTAMP = 0x68;
    static final int REGULAR_EXPRESSION = 0x70;
    static final int DB_POINTER = 0x78;
    static final int JAVASCRIPT = 0x80;
    static final int JAVASCRIPT_WITH_SCOPE = 0x88;
    static final int MAX_KEY = 0xE0;

    private KeyTag() {}

    /** The least tag of values that compare by value with those of a type. */
    static int least(BsonType type) {
        return switch (type) {
            case MIN_KEY -> MIN_KEY;
            case UNDEFINED, END_OF_DOCUMENT -> UNDEFINED;
            case NULL -> NULL;
            case INT32, INT64, DOUBLE, DECIMAL128 -> NAN;
            case STRING, SYMBOL -> STRING;
            case DOCUMENT -> DOCUMENT;
            case ARRAY -> ARRAY;
            case BINARY -> BINARY;
            case OBJECT_ID -> OBJECT_ID;
            case BOOLEAN -> FALSE;
            case DATE_TIME -> DATE_TIME;
            case TIMESTAMP -> TIMESTAMP;
            case REGULAR_EXPRESSION -> REGULAR_EXPRESSION;
            case DB_POINTER -> DB_POINTER;
            case JAVASCRIPT -> JAVASCRIPT;
            case JAVASCRIPT_WITH_SCOPE -> JAVASCRIPT_WITH_SCOPE;
            case MAX_KEY -> MAX_KEY;
        };
    }

    /** The greatest tag of values that compare by value with those of a type. */
    static int greatest(BsonType type) {
        return switch (type) {
            case INT32, INT64, DOUBLE, DECIMAL128 -> POSITIVE;
            case BOOLEAN -> TRUE;
            default -> least(type);
        };
    }
}
