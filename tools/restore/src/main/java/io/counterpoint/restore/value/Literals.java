package io.counterpoint.restore.value;

import io.counterpoint.sqldump.row.SqlValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** The plain conversions: what a literal says, as a BSON value. Pure. */
final class Literals {
    private static final Pattern MOMENT =
            Pattern.compile("(\\d{4,6})-(\\d\\d)-(\\d\\d)(?:[ T](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,9}))?)?)?"
                    + " ?(Z|[+-]\\d\\d(?::?\\d\\d(?::?\\d\\d)?)?)?");

    private static final long SECOND_MILLIS = 1000;
    private static final int NANO_DIGITS = 9;

    private Literals() {}

    static String text(SqlValue value) throws CharacterCodingException {
        if (value instanceof SqlValue.Text text) {
            return text.text();
        }
        if (value instanceof SqlValue.Numeric number) {
            return number.digits();
        }
        if (value instanceof SqlValue.Truth truth) {
            return truth.value() ? "true" : "false";
        }
        if (value instanceof SqlValue.Bits bits) {
            return bits.bits();
        }
        if (value instanceof SqlValue.Binary binary) {
            return new SqlValue.Text(binary.bytes(), StandardCharsets.UTF_8).text();
        }
        throw new IllegalArgumentException("has no text");
    }

    /** int32 where the column is narrow and the number fits, int64 otherwise, Decimal128 beyond. */
    static BsonValue integer(SqlValue value, boolean narrow) throws CharacterCodingException {
        if (value instanceof SqlValue.Truth truth) {
            return new BsonInt32(truth.value() ? 1 : 0);
        }
        String text = text(value);
        try {
            return whole(Long.parseLong(text), narrow);
        } catch (NumberFormatException e) {
            try {
                return whole(new BigInteger(text), narrow);
            } catch (NumberFormatException none) {
                throw new IllegalArgumentException("'" + shortened(text) + "' is no whole number", none);
            }
        }
    }

    /** int32 where that is wanted and the number fits, else int64. */
    static BsonValue whole(long number, boolean narrow) {
        return narrow && number == (int) number ? new BsonInt32((int) number) : new BsonInt64(number);
    }

    /**
     * As above, and Decimal128 beyond 64 bits.
     *
     * @throws NumberFormatException when 34 digits do not hold it
     */
    static BsonValue whole(BigInteger number, boolean narrow) {
        return number.bitLength() < Long.SIZE
                ? whole(number.longValue(), narrow)
                : new BsonDecimal128(new Decimal128(new BigDecimal(number)));
    }

    /** Nothing when 34 digits do not hold it. */
    static Optional<BsonValue> decimal(String text) {
        try {
            return Optional.of(new BsonDecimal128(
                    switch (text) {
                        case "NaN" -> Decimal128.NaN;
                        case "Infinity" -> Decimal128.POSITIVE_INFINITY;
                        case "-Infinity" -> Decimal128.NEGATIVE_INFINITY;
                        default -> new Decimal128(new BigDecimal(text));
                    }));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    static BsonValue floating(SqlValue value) throws CharacterCodingException {
        String text = text(value);
        try {
            return new BsonDouble(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + shortened(text) + "' is no number", e);
        }
    }

    static BsonValue truth(SqlValue value) throws CharacterCodingException {
        if (value instanceof SqlValue.Bits || value instanceof SqlValue.Binary) {
            return BsonBoolean.valueOf(bits(value).signum() != 0);
        }
        return switch (text(value).toLowerCase(Locale.ROOT)) {
            case "t", "true", "1", "y", "yes", "on" -> BsonBoolean.TRUE;
            case "f", "false", "0", "n", "no", "off" -> BsonBoolean.FALSE;
            // BIT(1) of MySQL as a string of one raw byte.
            case "\0" -> BsonBoolean.FALSE;
            case "\1" -> BsonBoolean.TRUE;
            default -> throw new IllegalArgumentException("'" + shortened(text(value)) + "' is no truth value");
        };
    }

    static BigInteger bits(SqlValue value) throws CharacterCodingException {
        if (value instanceof SqlValue.Binary binary) {
            return new BigInteger(1, binary.bytes());
        }
        if (value instanceof SqlValue.Text raw) {
            return new BigInteger(1, raw.copy());
        }
        if (value instanceof SqlValue.Bits bits) {
            return bits.bits().isEmpty() ? BigInteger.ZERO : new BigInteger(bits.bits(), 2);
        }
        return new BigInteger(text(value));
    }

    static BsonValue bytes(SqlValue value) throws CharacterCodingException {
        if (value instanceof SqlValue.Binary binary) {
            return new BsonBinary(binary.bytes());
        }
        if (value instanceof SqlValue.Text raw) {
            return new BsonBinary(raw.copy());
        }
        throw new IllegalArgumentException("'" + shortened(text(value)) + "' is no string of bytes");
    }

    /** PostgreSQL's two formats: {@code \x4142}, and bytes with {@code \ooo} and {@code \\}. */
    static BsonValue bytea(SqlValue value) throws CharacterCodingException {
        if (value instanceof SqlValue.Binary binary) {
            return new BsonBinary(binary.bytes());
        }
        String text = text(value);
        if (text.startsWith("\\x")) {
            return new BsonBinary(HexFormat.of().parseHex(text, 2, text.length()));
        }
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[raw.length];
        int length = 0;
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] != '\\') {
                out[length++] = raw[i];
            } else if (i + 1 < raw.length && raw[i + 1] == '\\') {
                out[length++] = raw[++i];
            } else if (i + 3 < raw.length) {
                out[length++] = (byte) Integer.parseInt(text.substring(i + 1, i + 4), 8);
                i += 3;
            } else {
                throw new IllegalArgumentException("a string of bytes ends inside an escape");
            }
        }
        return new BsonBinary(java.util.Arrays.copyOf(out, length));
    }

    static BsonValue uuid(SqlValue value) throws CharacterCodingException {
        return new BsonBinary(UUID.fromString(text(value)));
    }

    /**
     * A day or a moment.
     *
     * @param millis since 1970 in UTC, rounded down
     * @param exact whether nothing was rounded
     */
    record Moment(long millis, boolean exact) {}

    /** Nothing when it is no day of the calendar: infinity, 0000-00-00, BC. */
    static Optional<Moment> moment(String text) {
        Matcher match = MOMENT.matcher(text);
        if (!match.matches()) {
            return Optional.empty();
        }
        try {
            LocalDateTime time = LocalDateTime.of(
                    Integer.parseInt(match.group(1)),
                    Integer.parseInt(match.group(2)),
                    Integer.parseInt(match.group(3)),
                    number(match.group(4)),
                    number(match.group(5)),
                    number(match.group(6)));
            String fraction = match.group(7) == null ? "" : match.group(7);
            int nanos = Integer.parseInt((fraction + "0".repeat(NANO_DIGITS)).substring(0, NANO_DIGITS));
            String zone = match.group(8);
            ZoneOffset offset = zone == null ? ZoneOffset.UTC : ZoneOffset.of(zone);
            long millis = time.toEpochSecond(offset) * SECOND_MILLIS + nanos / 1_000_000;
            return Optional.of(new Moment(millis, nanos % 1_000_000 == 0));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static int number(@org.jspecify.annotations.Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
