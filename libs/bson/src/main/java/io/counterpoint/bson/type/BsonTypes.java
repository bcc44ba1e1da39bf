package io.counterpoint.bson.type;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Type numbers and aliases. Any thread.
 *
 * <p>Source: MongoDB manual, "BSON Types".
 */
public final class BsonTypes {
    /** The alias that stands for all four number types. */
    public static final String NUMBER = "number";

    private static final Map<BsonType, String> ALIASES = new EnumMap<>(BsonType.class);
    private static final Map<String, BsonType> BY_ALIAS = new HashMap<>();
    private static final Map<Integer, BsonType> BY_NUMBER = new HashMap<>();

    static {
        name(BsonType.DOUBLE, "double");
        name(BsonType.STRING, "string");
        name(BsonType.DOCUMENT, "object");
        name(BsonType.ARRAY, "array");
        name(BsonType.BINARY, "binData");
        name(BsonType.UNDEFINED, "undefined");
        name(BsonType.OBJECT_ID, "objectId");
        name(BsonType.BOOLEAN, "bool");
        name(BsonType.DATE_TIME, "date");
        name(BsonType.NULL, "null");
        name(BsonType.REGULAR_EXPRESSION, "regex");
        name(BsonType.DB_POINTER, "dbPointer");
        name(BsonType.JAVASCRIPT, "javascript");
        name(BsonType.SYMBOL, "symbol");
        name(BsonType.JAVASCRIPT_WITH_SCOPE, "javascriptWithScope");
        name(BsonType.INT32, "int");
        name(BsonType.TIMESTAMP, "timestamp");
        name(BsonType.INT64, "long");
        name(BsonType.DECIMAL128, "decimal");
        name(BsonType.MIN_KEY, "minKey");
        name(BsonType.MAX_KEY, "maxKey");
    }

    private BsonTypes() {}

    private static void name(BsonType type, String alias) {
        ALIASES.put(type, alias);
        BY_ALIAS.put(alias, type);
        BY_NUMBER.put(number(type), type);
    }

    /** The number that stands for a type in {@code $type}: 1 to 19, 127 for MaxKey, -1 for MinKey. */
    public static int number(BsonType type) {
        return type == BsonType.MIN_KEY ? -1 : type.getValue();
    }

    /** The type of a number, or null when no type has it. */
    public static @Nullable BsonType ofNumber(int number) {
        return BY_NUMBER.get(number);
    }

    /** The type of an alias, or null; {@link #NUMBER} is for the caller, since it stands for four types. */
    public static @Nullable BsonType ofAlias(String alias) {
        return BY_ALIAS.get(alias);
    }

    /** The alias of a type, which is also what the {@code $type} expression answers and what error texts say. */
    public static String alias(BsonType type) {
        String alias = ALIASES.get(type);
        if (alias == null) {
            throw new IllegalArgumentException("no type of a value: " + type);
        }
        return alias;
    }

    /** The alias of a value's type. */
    public static String name(BsonValue value) {
        return alias(value.getBsonType());
    }
}
