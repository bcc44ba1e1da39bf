package io.counterpoint.query.expression;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import java.util.OptionalLong;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Conversions between text and binary data, as {@code $convert} makes them. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/v8.0/reference/operator/aggregation/convert/">$convert</a>, "BinData".
 */
final class BinaryConversions {
    /** Subtypes that have a meaning are below this one, those of applications from {@link #CUSTOM_MIN} on. */
    private static final int PREDEFINED_MAX = 8;

    private static final int CUSTOM_MIN = 128;
    private static final int CUSTOM_MAX = 255;

    private BinaryConversions() {}

    /** Whether a conversion is one of these. */
    static boolean apply(BsonValue value, BsonType target) {
        return (value.isBinary() && (target == BsonType.STRING || target == BsonType.BINARY))
                || (value.isString() && target == BsonType.BINARY);
    }

    /**
     * Converts a value.
     *
     * @param subtype of the binary data that comes out
     * @param format how it is written as text; null for not told
     * @throws CommandException ConversionFailure (241) when that cannot be done, 4341115 when a format is needed
     */
    static BsonValue convert(BsonValue value, BsonType target, int subtype, @Nullable BinaryFormat format) {
        if (value.isBinary() && target == BsonType.BINARY) {
            if ((value.asBinary().getType() & 0xFF) != subtype) {
                throw failure("Conversions between different BinData subtypes are not supported");
            }
            return value;
        }
        if (format == null) {
            throw Arguments.refusal(
                    4341115,
                    "Format must be speficied when converting from '" + BsonTypes.name(value) + "' to '"
                            + BsonTypes.alias(target) + "'");
        }
        return value instanceof BsonString text
                ? parse(text.getValue(), subtype, format)
                : print(value.asBinary(), format);
    }

    private static BsonBinary parse(String text, int subtype, BinaryFormat format) {
        try {
            if ((format == BinaryFormat.UUID_TEXT) != (subtype == BsonBinarySubType.UUID_STANDARD.getValue())) {
                throw new IllegalArgumentException("Only the 'uuid' format is allowed with the UUID subtype");
            }
            return new BsonBinary((byte) subtype, format.decode(text));
        } catch (IllegalArgumentException reason) {
            throw failure(
                    "Failed to parse BinData '" + text + "' in $convert with no onError value: " + reason.getMessage());
        }
    }

    private static BsonString print(BsonBinary binary, BinaryFormat format) {
        try {
            return new BsonString(format.encode(binary));
        } catch (IllegalArgumentException reason) {
            throw failure("Failed to convert '" + ValueText.of(binary)
                    + "' to string in $convert with no onError value: " + reason.getMessage());
        }
    }

    /**
     * The subtype that {@code $convert} is told.
     *
     * @throws CommandException 4341106 to 4341108 for what is none
     */
    static int subtype(BsonValue value) {
        if (!Numbers.isNumber(value)) {
            throw Arguments.refusal(
                    4341108,
                    "For BinData, $convert's 'subtype' argument must be a number, but is " + BsonTypes.name(value));
        }
        OptionalLong code = Numbers.asExactLong(value);
        if (code.isEmpty()) {
            throw Arguments.refusal(4341106, "In $convert, numeric 'subtype' argument is not an integer");
        }
        long subtype = code.getAsLong();
        boolean known = (subtype >= 0 && subtype <= PREDEFINED_MAX) || (subtype >= CUSTOM_MIN && subtype <= CUSTOM_MAX);
        if (!known) {
            throw Arguments.refusal(
                    4341107,
                    "In $convert, numeric value for 'subtype' does not correspond to a BinData type: " + subtype);
        }
        return (int) subtype;
    }

    private static CommandException failure(String text) {
        return new CommandException(ErrorCode.CONVERSION_FAILURE, text);
    }
}
