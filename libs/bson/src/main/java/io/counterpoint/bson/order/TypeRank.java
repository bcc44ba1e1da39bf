package io.counterpoint.bson.order;

import org.bson.BsonType;

/** Which of two types comes first; types of one rank are compared by value. */
final class TypeRank {
    static final int MIN_KEY = 0;
    static final int UNDEFINED = 1;
    static final int NULL = 2;
    static final int NUMBER = 3;
    static final int STRING = 4;
    static final int DOCUMENT = 5;
    static final int ARRAY = 6;
    static final int BINARY = 7;
    static final int OBJECT_ID = 8;
    static final int BOOLEAN = 9;
    static final int DATE_TIME = 10;
    static final int TIMESTAMP = 11;
    static final int REGULAR_EXPRESSION = 12;
    static final int DB_POINTER = 13;
    static final int JAVASCRIPT = 14;
    static final int JAVASCRIPT_WITH_SCOPE = 15;
    static final int MAX_KEY = 16;

    /** By type byte, so that raw elements are ranked without a detour. */
    private static final byte[] BY_TYPE_BYTE = new byte[256];

    static {
        for (BsonType type : BsonType.values()) {
            BY_TYPE_BYTE[type.getValue() & 0xFF] = (byte) rank(type);
        }
    }

    private TypeRank() {}

    static int of(BsonType type) {
        return BY_TYPE_BYTE[type.getValue() & 0xFF];
    }

    static int ofTypeByte(int type) {
        return BY_TYPE_BYTE[type];
    }

    private static int rank(BsonType type) {
        return switch (type) {
            case MIN_KEY -> MIN_KEY;
            case END_OF_DOCUMENT, UNDEFINED -> UNDEFINED;
            case NULL -> NULL;
            case INT32, INT64, DOUBLE, DECIMAL128 -> NUMBER;
            case STRING, SYMBOL -> STRING;
            case DOCUMENT -> DOCUMENT;
            case ARRAY -> ARRAY;
            case BINARY -> BINARY;
            case OBJECT_ID -> OBJECT_ID;
            case BOOLEAN -> BOOLEAN;
            case DATE_TIME -> DATE_TIME;
            case TIMESTAMP -> TIMESTAMP;
            case REGULAR_EXPRESSION -> REGULAR_EXPRESSION;
            case DB_POINTER -> DB_POINTER;
            case JAVASCRIPT -> JAVASCRIPT;
            case JAVASCRIPT_WITH_SCOPE -> JAVASCRIPT_WITH_SCOPE;
            case MAX_KEY -> MAX_KEY;
        };
    }
}
