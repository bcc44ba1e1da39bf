package io.counterpoint.testkit.value;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.testkit.seed.SeededRandom;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
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
 * Draws values of all types. Awkward ones come often: the borders of each number type and their neighbours, numbers
 * that are equal across types, NaN and infinities, texts with NUL and with characters of four bytes, empty containers,
 * names such as {@code 0} and {@code a}. Small alphabets make it likely that two drawn values are equal or nearly so.
 * Not thread-safe.
 */
public final class BsonValues {
    private static final int DEPTH_MAX = 3;

    private static final List<String> NAMES = List.of("a", "b", "c", "_id", "ab", "0", "1", "10", "é", "𝒳", "");
    private static final List<String> TEXT_PIECES = List.of(
            "a", "b", "B", "z", "0", " ", "é", "ß", "\u0000", "\u0001", "\uFFFD", "\uE000", "𝒳", "😀", "$", ".");

    private static final List<Integer> BINARY_SUBTYPES = List.of(0, 2, 4, 5, 0x80);

    private static final List<Double> DOUBLES = List.of(
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            0.1,
            -0.1,
            1.5,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MAX_VALUE,
            -Double.MAX_VALUE,
            Double.MIN_VALUE,
            -Double.MIN_VALUE,
            Double.MIN_NORMAL,
            0x1p31,
            0x1p53,
            0x1p53 + 2,
            -0x1p53,
            0x1p63,
            -0x1p63,
            Math.nextDown(0x1p63),
            1e300);

    private static final List<Long> LONGS = List.of(
            0L,
            1L,
            -1L,
            (long) Integer.MAX_VALUE,
            (long) Integer.MIN_VALUE,
            Integer.MAX_VALUE + 1L,
            Integer.MIN_VALUE - 1L,
            1L << 53,
            (1L << 53) + 1,
            (1L << 53) + 2,
            -(1L << 53) - 1,
            Long.MAX_VALUE,
            Long.MAX_VALUE - 1,
            Long.MIN_VALUE,
            Long.MIN_VALUE + 1);

    private static final List<String> DECIMALS = List.of(
            "0",
            "-0",
            "0E+10",
            "0E-6176",
            "1",
            "1.0",
            "1.00",
            "0.1",
            "-0.1",
            "0.5",
            "NaN",
            "Infinity",
            "-Infinity",
            "9.999999999999999999999999999999999E+6144",
            "-9.999999999999999999999999999999999E+6144",
            "1E-6176",
            "-1E-6176",
            "9007199254740993",
            "9007199254740992.5",
            "9223372036854775807",
            "9223372036854775807.5",
            "9223372036854775808",
            "-9223372036854775809",
            "1.7976931348623157E+308",
            "1.797693134862315708145274237317044E+308",
            "4.9E-324",
            "1E-400",
            "1E+400");

    private final SeededRandom random;

    /** Draws from the given chance. */
    public BsonValues(SeededRandom random) {
        this.random = random;
    }

    /** A value of any type. */
    public BsonValue value() {
        return value(DEPTH_MAX);
    }

    /** A document with up to five fields, nested up to three levels. */
    public BsonDocument document() {
        return document(DEPTH_MAX);
    }

    /** An array with up to five elements, nested up to three levels. */
    public BsonArray array() {
        return array(DEPTH_MAX);
    }

    /** A value that is neither a document nor an array. */
    public BsonValue scalar() {
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 5 -> number();
            case 6, 7, 8 -> new BsonString(text());
            case 9 -> new BsonBinary(random.pick(BINARY_SUBTYPES).byteValue(), random.nextBytes(random.nextInt(4)));
            case 10 -> new BsonObjectId(objectId());
            case 11 -> BsonBoolean.valueOf(random.nextBoolean());
            case 12 -> new BsonDateTime(integer());
            case 13 -> new BsonTimestamp(integer());
            case 14 -> new BsonRegularExpression(pattern(), random.pick(List.of("", "i", "im")));
            case 15 -> BsonNull.VALUE;
            case 16 -> new BsonSymbol(text());
            case 17 -> random.nextBoolean() ? new BsonMinKey() : new BsonMaxKey();
            case 18 -> random.nextBoolean() ? new BsonUndefined() : new BsonJavaScript(text());
            default -> new BsonDbPointer(text(), objectId());
        };
    }

    /** A number of any of the four types. */
    public BsonValue number() {
        return switch (random.nextInt(4)) {
            case 0 -> new BsonInt32((int) integer());
            case 1 -> new BsonInt64(integer());
            case 2 -> new BsonDouble(float64());
            default -> new BsonDecimal128(decimal());
        };
    }

    /** A number equal to the given one, often of another type. */
    public BsonValue sameNumber(BsonValue number) {
        OptionalLong exact = Numbers.asExactLong(number);
        if (exact.isEmpty()) {
            return number;
        }
        long value = exact.getAsLong();
        List<BsonValue> candidates = List.of(
                number,
                new BsonInt32((int) value),
                new BsonInt64(value),
                new BsonDouble(value),
                new BsonDecimal128(new Decimal128(value)));
        BsonValue candidate = random.pick(candidates);
        return Numbers.asExactLong(candidate).equals(exact) ? candidate : number;
    }

    /** An int64, often at a border. */
    public long integer() {
        return switch (random.nextInt(4)) {
            case 0 -> random.pick(LONGS);
            case 1 -> random.nextLong();
            case 2 -> random.nextLong() >> random.nextInt(64);
            default -> random.between(-3, 3);
        };
    }

    /** A double, often at a border. */
    public double float64() {
        return switch (random.nextInt(5)) {
            case 0 -> random.pick(DOUBLES);
            case 1 -> Double.longBitsToDouble(random.nextLong());
            case 2 -> integer();
            case 3 -> Math.nextUp((double) integer());
            default -> random.between(-30, 30) / 10.0;
        };
    }

    /** A decimal, often at a border or equal to a number of another type. */
    public Decimal128 decimal() {
        return switch (random.nextInt(5)) {
            case 0 -> Decimal128.parse(random.pick(DECIMALS));
            case 1 -> Decimal128.fromIEEE754BIDEncoding(random.nextLong(), random.nextLong());
            case 2 -> new Decimal128(integer());
            case 3 -> nearDouble();
            default ->
                new Decimal128(new BigDecimal(
                        BigInteger.valueOf(random.nextLong() >> random.nextInt(64)), random.between(-40, 40)));
        };
    }

    private Decimal128 nearDouble() {
        double value = float64();
        boolean inRange = Math.abs(value) < 1e300 && (value == 0 || Math.abs(value) > 1e-300);
        return inRange ? new Decimal128(new BigDecimal(value).round(MathContext.DECIMAL128)) : Decimal128.POSITIVE_ZERO;
    }

    /** A text of up to four pieces; without unpaired surrogates. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(random.pick(TEXT_PIECES));
        }
        return text.toString();
    }

    /** A field name. */
    public String name() {
        return random.pick(NAMES);
    }

    /** A dotted path of one to three names that are not empty. */
    public String path() {
        StringBuilder path = new StringBuilder(random.pick(NAMES.subList(0, NAMES.size() - 1)));
        for (int i = random.nextInt(3); i > 0; i--) {
            path.append('.').append(random.pick(NAMES.subList(0, NAMES.size() - 1)));
        }
        return path.toString();
    }

    /** An ObjectId, often one that was drawn before. */
    public ObjectId objectId() {
        byte[] bytes = new byte[12];
        bytes[random.nextInt(12)] = (byte) random.nextInt(4);
        return new ObjectId(bytes);
    }

    private String pattern() {
        return text().replace("\u0000", "");
    }

    private BsonValue value(int depth) {
        if (depth == 0) {
            return scalar();
        }
        return switch (random.nextInt(8)) {
            case 0 -> document(depth - 1);
            case 1 -> array(depth - 1);
            case 2 -> random.oneIn(4) ? new BsonJavaScriptWithScope(text(), document(depth - 1)) : scalar();
            default -> scalar();
        };
    }

    private BsonDocument document(int depth) {
        BsonDocument document = new BsonDocument();
        for (int i = random.nextInt(6); i > 0; i--) {
            document.put(name(), value(depth));
        }
        return document;
    }

    private BsonArray array(int depth) {
        BsonArray array = new BsonArray();
        for (int i = random.nextInt(6); i > 0; i--) {
            array.add(value(depth));
        }
        return array;
    }
}
