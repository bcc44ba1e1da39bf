package io.counterpoint.bson.key;

import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.bson.raw.RawElements;
import java.math.BigDecimal;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * The hash that a hashed shard key (or a hashed index) keeps instead of a value: the first eight bytes, little-endian,
 * of the MD5 of a seed of zero and the value. Equal numbers hash alike whatever their type, since each is cut to 64
 * bits without fraction first; so do a string and a symbol. Any thread.
 *
 * <p>Fed to MD5 for each value: its canonical type as int32; for nested ones the field's name with its NUL; then the
 * bytes of the value as BSON has them, numbers as int64. Documents and arrays feed their elements one after another and
 * close with a zero.
 *
 * <p>Source: what {@code convertShardKeyToHashed} of the MongoDB shell answers; {@code HashedKeyTest} pins published
 * values for every type.
 */
public final class HashedKey {
    private static final int CANONICAL_UNDEFINED = 0;
    private static final int CANONICAL_NULL = 5;
    private static final int CANONICAL_NUMBER = 10;
    private static final int CANONICAL_STRING = 15;
    private static final int CANONICAL_DOCUMENT = 20;
    private static final int CANONICAL_ARRAY = 25;
    private static final int CANONICAL_BINARY = 30;
    private static final int CANONICAL_OBJECT_ID = 35;
    private static final int CANONICAL_BOOLEAN = 40;
    private static final int CANONICAL_DATE_TIME = 45;
    private static final int CANONICAL_TIMESTAMP = 47;
    private static final int CANONICAL_REGULAR_EXPRESSION = 50;
    private static final int CANONICAL_DB_POINTER = 55;
    private static final int CANONICAL_CODE = 60;
    private static final int CANONICAL_SCOPED_CODE = 65;
    private static final int CANONICAL_MIN_KEY = -1;
    private static final int CANONICAL_MAX_KEY = 127;

    private static final int SEED = 0;
    private static final int DIGEST_BYTES = 16;
    private static final double TWO_TO_THE_63RD = 0x1p63;
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);

    /** One per thread: making a digest costs more than using it. */
    private static final ThreadLocal<HashedKey> HASHERS = ThreadLocal.withInitial(HashedKey::new);

    private final MessageDigest md5;
    private final byte[] scratch = new byte[DIGEST_BYTES];

    private HashedKey() {
        try {
            md5 = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every Java platform has MD5", absent);
        }
    }

    /** Hash of a value; a field that is missing counts as null. */
    public static long hash(BsonValue value) {
        RawDocument document = new BsonOutput().appendValue("", value).finish();
        return hash(document.array(), document.firstElement());
    }

    /**
     * Hash of an element where it lies, without making a value of it.
     *
     * @param element offset of the element, as {@link RawDocument#find} gives it
     */
    public static long hash(byte[] bytes, int element) {
        HashedKey hasher = HASHERS.get();
        hasher.addInt(SEED);
        hasher.addValue(bytes, RawElements.type(bytes, element), element, false);
        return hasher.finish();
    }

    private long finish() {
        try {
            md5.digest(scratch, 0, DIGEST_BYTES);
        } catch (DigestException impossible) {
            throw new IllegalStateException("an MD5 digest has 16 bytes", impossible);
        }
        return RawElements.int64(scratch, 0);
    }

    private void addValue(byte[] bytes, int type, int element, boolean named) {
        int value = RawElements.valueOffset(bytes, element);
        addInt(canonicalType(type));
        if (named) {
            md5.update(bytes, RawElements.nameOffset(element), value - RawElements.nameOffset(element));
        }
        switch (type) {
            case RawElements.INT32 -> addLong(RawElements.int32(bytes, value));
            case RawElements.INT64 -> addLong(RawElements.int64(bytes, value));
            case RawElements.DOUBLE -> addLong(whole(RawElements.float64(bytes, value)));
            case RawElements.DECIMAL128 ->
                addLong(whole(RawElements.value(bytes, element).asDecimal128().getValue()));
            case RawElements.DOCUMENT, RawElements.ARRAY -> addElements(bytes, value);
            case RawElements.JAVASCRIPT_WITH_SCOPE -> {
                int codeLength = RawElements.int32(bytes, value + 4);
                md5.update(bytes, value + 8, codeLength);
                addElements(bytes, value + 8 + codeLength);
            }
            default -> md5.update(bytes, value, RawElements.valueLength(bytes, type, value));
        }
    }

    private void addElements(byte[] bytes, int document) {
        for (int element = RawElements.first(document);
                !RawElements.isEnd(bytes, element);
                element = RawElements.next(bytes, element)) {
            addValue(bytes, RawElements.type(bytes, element), element, true);
        }
        addInt(0);
    }

    private void addInt(int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            scratch[i] = (byte) (value >>> (8 * i));
        }
        md5.update(scratch, 0, Integer.BYTES);
    }

    private void addLong(long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            scratch[i] = (byte) (value >>> (8 * i));
        }
        md5.update(scratch, 0, Long.BYTES);
    }

    private static long whole(double value) {
        // Beyond the range of 64 bits the nearest end counts; exactly 2^63 has always hashed as the least of them.
        return value == TWO_TO_THE_63RD ? Long.MIN_VALUE : (long) value;
    }

    private static long whole(Decimal128 value) {
        if (value.isNaN()) {
            return 0;
        }
        if (value.isInfinite()) {
            return value.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        if (value.compareTo(Decimal128.POSITIVE_ZERO) == 0 || value.compareTo(Decimal128.NEGATIVE_ZERO) == 0) {
            return 0;
        }
        return value.bigDecimalValue().max(LONG_MIN).min(LONG_MAX).longValue();
    }

    private static int canonicalType(int type) {
        return switch (type) {
            case RawElements.INT32, RawElements.INT64, RawElements.DOUBLE, RawElements.DECIMAL128 -> CANONICAL_NUMBER;
            case RawElements.STRING, RawElements.SYMBOL -> CANONICAL_STRING;
            case RawElements.DOCUMENT -> CANONICAL_DOCUMENT;
            case RawElements.ARRAY -> CANONICAL_ARRAY;
            case RawElements.BINARY -> CANONICAL_BINARY;
            case RawElements.OBJECT_ID -> CANONICAL_OBJECT_ID;
            case RawElements.BOOLEAN -> CANONICAL_BOOLEAN;
            case RawElements.DATE_TIME -> CANONICAL_DATE_TIME;
            case RawElements.TIMESTAMP -> CANONICAL_TIMESTAMP;
            case RawElements.REGULAR_EXPRESSION -> CANONICAL_REGULAR_EXPRESSION;
            case RawElements.DB_POINTER -> CANONICAL_DB_POINTER;
            case RawElements.JAVASCRIPT -> CANONICAL_CODE;
            case RawElements.JAVASCRIPT_WITH_SCOPE -> CANONICAL_SCOPED_CODE;
            case RawElements.NULL -> CANONICAL_NULL;
            case RawElements.UNDEFINED -> CANONICAL_UNDEFINED;
            case RawElements.MIN_KEY -> CANONICAL_MIN_KEY;
            case RawElements.MAX_KEY -> CANONICAL_MAX_KEY;
            default -> throw new IllegalArgumentException("no BSON type: " + type);
        };
    }
}
