package io.counterpoint.query.expression;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Decimals;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.Truth;
import io.counterpoint.query.ValueText;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Conversions between types, as {@code $convert} makes them. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/aggregation/convert/">$convert</a>.
 */
final class Conversions {
    private static final Map<String, Double> SPECIAL_DOUBLES = Map.of(
            "inf", Double.POSITIVE_INFINITY,
            "infinity", Double.POSITIVE_INFINITY,
            "+inf", Double.POSITIVE_INFINITY,
            "+infinity", Double.POSITIVE_INFINITY,
            "-inf", Double.NEGATIVE_INFINITY,
            "-infinity", Double.NEGATIVE_INFINITY,
            "nan", Double.NaN,
            "+nan", Double.NaN,
            "-nan", Double.NaN);

    private static final String NO_ON_ERROR = " in $convert with no onError value";

    private Conversions() {}

    /**
     * Converts a value that is neither null nor missing.
     *
     * @throws CommandException ConversionFailure (241) when that cannot be done
     */
    static BsonValue convert(BsonValue value, BsonType target) {
        @Nullable
        BsonValue converted = switch (target) {
            case BOOLEAN -> BsonBoolean.valueOf(Truth.of(value));
            case INT32 -> toInt(value);
            case INT64 -> toLong(value);
            case DOUBLE -> toDouble(value);
            case DECIMAL128 -> toDecimal(value);
            case STRING -> toStringValue(value);
            case OBJECT_ID -> toObjectId(value);
            case DATE_TIME -> toDate(value);
            default -> null;
        };
        if (converted == null) {
            throw failure("Unsupported conversion from " + Arguments.typeName(value) + " to " + BsonTypes.alias(target)
                    + NO_ON_ERROR);
        }
        return converted;
    }

    private static CommandException failure(String text) {
        return new CommandException(ErrorCode.CONVERSION_FAILURE, text);
    }

    private static @Nullable BsonValue toInt(BsonValue value) {
        if (value.isDateTime()) {
            return null;
        }
        @Nullable BsonValue whole = toLong(value);
        if (whole == null) {
            return null;
        }
        long number = whole.asInt64().getValue();
        if (number != (int) number) {
            throw overflow(value);
        }
        return new BsonInt32((int) number);
    }

    private static CommandException overflow(BsonValue value) {
        if (value instanceof BsonString text) {
            return notANumber(text.getValue(), "Overflow");
        }
        return failure("Conversion would overflow target type" + NO_ON_ERROR + ": " + ValueText.of(value));
    }

    private static CommandException notANumber(String text, String why) {
        return failure("Failed to parse number '" + text + "'" + NO_ON_ERROR + ": " + why);
    }

    private static @Nullable BsonValue toLong(BsonValue value) {
        return switch (value.getBsonType()) {
            case INT32 -> new BsonInt64(value.asInt32().getValue());
            case INT64 -> value;
            case BOOLEAN -> new BsonInt64(value.asBoolean().getValue() ? 1 : 0);
            case DATE_TIME -> new BsonInt64(value.asDateTime().getValue());
            case DOUBLE, DECIMAL128 -> new BsonInt64(wholePart(value));
            case STRING -> new BsonInt64(parseLong(value.asString().getValue()));
            default -> null;
        };
    }

    private static long wholePart(BsonValue number) {
        double approximate = Numbers.toDouble(number);
        if (Double.isNaN(approximate)) {
            throw failure("Attempt to convert NaN value to integer type" + NO_ON_ERROR);
        }
        if (Double.isInfinite(approximate)) {
            throw failure("Attempt to convert infinity value to integer type" + NO_ON_ERROR);
        }
        BigDecimal exact = number.isDouble()
                ? new BigDecimal(approximate)
                : Decimals.exact(number.asDecimal128().getValue());
        if (exact.toBigInteger().bitLength() > 63) {
            throw overflow(number);
        }
        return exact.longValue();
    }

    private static long parseLong(String text) {
        int digits = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        if (text.length() == digits) {
            throw notANumber(text, "No digits");
        }
        for (int i = digits; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                throw notANumber(text, "Did not consume whole string.");
            }
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw notANumber(text, "Overflow");
        }
    }

    private static @Nullable BsonValue toDouble(BsonValue value) {
        return switch (value.getBsonType()) {
            case DOUBLE -> value;
            case INT32, INT64 -> new BsonDouble(Numbers.toDouble(value));
            case DECIMAL128 -> {
                double number = Numbers.toDouble(value);
                if (Double.isInfinite(number) && value.asDecimal128().getValue().isFinite()) {
                    throw overflow(value);
                }
                yield new BsonDouble(number);
            }
            case BOOLEAN -> new BsonDouble(value.asBoolean().getValue() ? 1 : 0);
            case DATE_TIME -> new BsonDouble(value.asDateTime().getValue());
            case STRING -> new BsonDouble(parseDouble(value.asString().getValue()));
            default -> null;
        };
    }

    private static double parseDouble(String text) {
        @Nullable Double special = SPECIAL_DOUBLES.get(text.toLowerCase(Locale.ROOT));
        if (special != null) {
            return special;
        }
        requireNumeric(text);
        double number = Double.parseDouble(text);
        if (Double.isInfinite(number)) {
            throw notANumber(text, "Out of range");
        }
        return number;
    }

    /** Java's own parsers take more than numbers: white space, suffixes, hexadecimal fractions. */
    private static void requireNumeric(String text) {
        if (text.isEmpty()) {
            throw notANumber(text, "Empty string");
        }
        for (int i = 0; i < text.length(); i++) {
            if ("+-.eE0123456789".indexOf(text.charAt(i)) < 0) {
                throw notANumber(text, "Did not consume whole string.");
            }
        }
        try {
            Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw notANumber(text, "Did not consume whole string.");
        }
    }

    private static @Nullable BsonValue toDecimal(BsonValue value) {
        return switch (value.getBsonType()) {
            case INT32, INT64, DOUBLE, DECIMAL128 -> new BsonDecimal128(Numbers.toDecimal(value));
            case BOOLEAN -> new BsonDecimal128(new Decimal128(value.asBoolean().getValue() ? 1 : 0));
            case DATE_TIME ->
                new BsonDecimal128(new Decimal128(value.asDateTime().getValue()));
            case STRING -> new BsonDecimal128(parseDecimal(value.asString().getValue()));
            default -> null;
        };
    }

    private static Decimal128 parseDecimal(String text) {
        try {
            return Decimal128.parse(text);
        } catch (NumberFormatException e) {
            throw notANumber(text, "Failed to parse string to decimal");
        }
    }

    private static @Nullable BsonValue toStringValue(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING -> value;
            case BOOLEAN, INT32, INT64, DOUBLE, DECIMAL128, DATE_TIME, OBJECT_ID -> new BsonString(toText(value));
            default -> null;
        };
    }

    /** The text of a scalar. */
    static String toText(BsonValue value) {
        return switch (value.getBsonType()) {
            case BOOLEAN -> Boolean.toString(value.asBoolean().getValue());
            case INT32 -> Integer.toString(value.asInt32().getValue());
            case INT64 -> Long.toString(value.asInt64().getValue());
            case DOUBLE -> doubleText(value.asDouble().getValue());
            case DECIMAL128 -> value.asDecimal128().getValue().toString();
            case DATE_TIME -> DateFormat.ISO_UTC.format(value.asDateTime().getValue(), ZoneOffset.UTC);
            case OBJECT_ID -> value.asObjectId().getValue().toHexString();
            case TIMESTAMP -> ValueText.of(value);
            default -> throw new IllegalArgumentException("no text of type " + value.getBsonType());
        };
    }

    private static String doubleText(double number) {
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "Infinity" : "-Infinity";
        }
        return ValueText.digits(number);
    }

    private static @Nullable BsonValue toObjectId(BsonValue value) {
        if (value.isObjectId()) {
            return value;
        }
        if (!(value instanceof BsonString string)) {
            return null;
        }
        String text = string.getValue();
        if (text.length() != 24) {
            throw failure("Failed to parse objectId '" + text + "'" + NO_ON_ERROR
                    + ": Invalid string length for parsing to OID, expected 24 but found " + text.length());
        }
        if (!ObjectId.isValid(text)) {
            throw failure("Failed to parse objectId '" + text + "'" + NO_ON_ERROR
                    + ": Invalid character found in hex string: '" + text + "'");
        }
        return new BsonObjectId(new ObjectId(text));
    }

    private static @Nullable BsonValue toDate(BsonValue value) {
        return switch (value.getBsonType()) {
            case DATE_TIME -> value;
            case INT64 -> new BsonDateTime(value.asInt64().getValue());
            case DOUBLE, DECIMAL128 -> new BsonDateTime(wholePart(value));
            case OBJECT_ID, TIMESTAMP -> new BsonDateTime(DateArguments.millis(value));
            case STRING -> {
                Instant instant = DateText.parse(value.asString().getValue(), ZoneOffset.UTC);
                yield new BsonDateTime(instant.toEpochMilli());
            }
            default -> null;
        };
    }
}
