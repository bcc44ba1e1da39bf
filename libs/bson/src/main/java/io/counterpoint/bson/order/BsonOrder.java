package io.counterpoint.bson.order;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.raw.RawArray;
import io.counterpoint.bson.raw.RawDocument;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDbPointer;
import org.bson.BsonDocument;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;

/**
 * MongoDB's total order of values, and the equality and hash that go with it. Any thread.
 *
 * <ol>
 *   <li>By type: MinKey, undefined, null, numbers, strings and symbols, documents, arrays, binary data, ObjectId,
 *       boolean, date, timestamp, regular expression, DBPointer, code, code with scope, MaxKey.
 *   <li>Numbers of all types by exact value, NaN first; zeros of both signs are equal.
 *   <li>Strings by the bytes of their UTF-8.
 *   <li>Documents field by field in their order: type, then name, then value; a document that ends first is less.
 *   <li>Arrays element by element; one that ends first is less.
 *   <li>Binary data by length, subtype, bytes (unsigned).
 *   <li>Regular expressions by pattern, then options. DBPointers by length of namespace, namespace, id.
 * </ol>
 *
 * <p>A missing field is not a value; whoever sorts by fields compares it as null. Raw views and trees of the same
 * content are equal. Note that {@link #equal} is not {@link Object#equals}: the latter knows types and ignores the
 * order of fields.
 *
 * <p>Source: MongoDB manual, "Comparison/Sort Order".
 */
public final class BsonOrder {
    /** {@link #compare} as a comparator. */
    public static final Comparator<BsonValue> COMPARATOR = BsonOrder::compare;

    private static final int HASH_FACTOR = 31;

    private BsonOrder() {}

    /** Compares two values: negative, zero or positive. */
    public static int compare(BsonValue left, BsonValue right) {
        int rank = TypeRank.of(left.getBsonType());
        int byRank = rank - TypeRank.of(right.getBsonType());
        return byRank != 0 ? byRank : compareSameRank(rank, left, right);
    }

    /** True when neither value is less than the other. */
    public static boolean equal(BsonValue left, BsonValue right) {
        return compare(left, right) == 0;
    }

    /** The position of a value's type in the order; types with the same rank are compared by value. */
    public static int typeRank(BsonValue value) {
        return TypeRank.of(value.getBsonType());
    }

    /**
     * As {@link #compare}, of values that lie in bytes. No objects are made of them but for the rare types.
     *
     * @param leftType type number, see {@link io.counterpoint.bson.raw.RawElements}
     * @param leftValue offset of the value's first byte
     */
    public static int compareRaw(
            byte[] left, int leftType, int leftValue, byte[] right, int rightType, int rightValue) {
        return RawOrder.compare(left, leftType, leftValue, right, rightType, rightValue);
    }

    /** As {@link #typeRank(BsonValue)}, of a type number as it stands in bytes. */
    public static int typeRank(int type) {
        return TypeRank.ofTypeByte(type);
    }

    private static int compareSameRank(int rank, BsonValue left, BsonValue right) {
        return switch (rank) {
            case TypeRank.NUMBER -> Numbers.compare(left, right);
            case TypeRank.STRING -> compareText(text(left), text(right));
            case TypeRank.DOCUMENT -> compareDocuments(left.asDocument(), right.asDocument());
            case TypeRank.ARRAY -> compareArrays(left.asArray(), right.asArray());
            case TypeRank.BINARY -> compareBinaries(left.asBinary(), right.asBinary());
            case TypeRank.OBJECT_ID ->
                left.asObjectId().getValue().compareTo(right.asObjectId().getValue());
            case TypeRank.BOOLEAN ->
                Boolean.compare(left.asBoolean().getValue(), right.asBoolean().getValue());
            case TypeRank.DATE_TIME ->
                Long.compare(left.asDateTime().getValue(), right.asDateTime().getValue());
            case TypeRank.TIMESTAMP ->
                Long.compareUnsigned(
                        left.asTimestamp().getValue(), right.asTimestamp().getValue());
            case TypeRank.REGULAR_EXPRESSION ->
                compareRegularExpressions(left.asRegularExpression(), right.asRegularExpression());
            case TypeRank.DB_POINTER -> compareDbPointers(left.asDBPointer(), right.asDBPointer());
            case TypeRank.JAVASCRIPT ->
                compareText(left.asJavaScript().getCode(), right.asJavaScript().getCode());
            case TypeRank.JAVASCRIPT_WITH_SCOPE ->
                compareScopedCode(left.asJavaScriptWithScope(), right.asJavaScriptWithScope());
            // MinKey, MaxKey, null and undefined have no values.
            default -> 0;
        };
    }

    /** Compares documents as values. */
    private static int compareDocuments(BsonDocument left, BsonDocument right) {
        if (left instanceof RawDocument rawLeft && right instanceof RawDocument rawRight) {
            // Equal bytes are common (an update that changes nothing, a duplicate) and found out at the speed of
            // memory.
            return rawLeft.sameBytes(rawRight)
                    ? 0
                    : RawOrder.compareDocuments(rawLeft.array(), rawLeft.offset(), rawRight.array(), rawRight.offset());
        }
        Iterator<Map.Entry<String, BsonValue>> lefts = left.entrySet().iterator();
        Iterator<Map.Entry<String, BsonValue>> rights = right.entrySet().iterator();
        while (lefts.hasNext() && rights.hasNext()) {
            Map.Entry<String, BsonValue> leftField = lefts.next();
            Map.Entry<String, BsonValue> rightField = rights.next();
            int rank = typeRank(leftField.getValue());
            int result = rank - typeRank(rightField.getValue());
            if (result == 0) {
                result = compareText(leftField.getKey(), rightField.getKey());
            }
            if (result == 0) {
                result = compareSameRank(rank, leftField.getValue(), rightField.getValue());
            }
            if (result != 0) {
                return result;
            }
        }
        return Boolean.compare(lefts.hasNext(), rights.hasNext());
    }

    private static int compareArrays(BsonArray left, BsonArray right) {
        if (left instanceof RawArray rawLeft && right instanceof RawArray rawRight) {
            return RawOrder.compareArrays(rawLeft.array(), rawLeft.offset(), rawRight.array(), rawRight.offset());
        }
        Iterator<BsonValue> lefts = left.iterator();
        Iterator<BsonValue> rights = right.iterator();
        while (lefts.hasNext() && rights.hasNext()) {
            int result = compare(lefts.next(), rights.next());
            if (result != 0) {
                return result;
            }
        }
        return Boolean.compare(lefts.hasNext(), rights.hasNext());
    }

    private static int compareBinaries(BsonBinary left, BsonBinary right) {
        int result = BinaryLength.of(left) - BinaryLength.of(right);
        if (result == 0) {
            result = (left.getType() & 0xFF) - (right.getType() & 0xFF);
        }
        return result != 0 ? result : Arrays.compareUnsigned(left.getData(), right.getData());
    }

    private static int compareRegularExpressions(BsonRegularExpression left, BsonRegularExpression right) {
        int result = compareText(left.getPattern(), right.getPattern());
        return result != 0 ? result : compareText(left.getOptions(), right.getOptions());
    }

    private static int compareDbPointers(BsonDbPointer left, BsonDbPointer right) {
        int result = Utf8Length.of(left.getNamespace()) - Utf8Length.of(right.getNamespace());
        if (result == 0) {
            result = compareText(left.getNamespace(), right.getNamespace());
        }
        return result != 0 ? result : left.getId().compareTo(right.getId());
    }

    private static int compareScopedCode(BsonJavaScriptWithScope left, BsonJavaScriptWithScope right) {
        int result = compareText(left.getCode(), right.getCode());
        return result != 0 ? result : compareDocuments(left.getScope(), right.getScope());
    }

    static String text(BsonValue stringOrSymbol) {
        return stringOrSymbol.isString()
                ? stringOrSymbol.asString().getValue()
                : stringOrSymbol.asSymbol().getSymbol();
    }

    /**
     * Compares texts by the bytes of their UTF-8, which is the order of their code points; {@link String} has another.
     */
    public static int compareText(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean aIsHalf = Character.isSurrogate(a);
                boolean bIsHalf = Character.isSurrogate(b);
                // Half of a character beyond the basic plane: more than any character of that plane.
                return aIsHalf == bIsHalf ? a - b : aIsHalf ? 1 : -1;
            }
        }
        return left.length() - right.length();
    }

    /** A hash such that equal values ({@link #equal}) have equal hashes. */
    public static int hash(BsonValue value) {
        int rank = typeRank(value);
        return HASH_FACTOR * rank + hashSameRank(rank, value);
    }

    private static int hashSameRank(int rank, BsonValue value) {
        return switch (rank) {
            case TypeRank.NUMBER -> Numbers.hash(value);
            case TypeRank.STRING -> text(value).hashCode();
            case TypeRank.DOCUMENT -> hashDocument(value.asDocument());
            case TypeRank.ARRAY -> hashArray(value.asArray());
            case TypeRank.BINARY ->
                HASH_FACTOR * value.asBinary().getType()
                        + Arrays.hashCode(value.asBinary().getData());
            case TypeRank.OBJECT_ID -> value.asObjectId().getValue().hashCode();
            case TypeRank.BOOLEAN -> Boolean.hashCode(value.asBoolean().getValue());
            case TypeRank.DATE_TIME -> Long.hashCode(value.asDateTime().getValue());
            case TypeRank.TIMESTAMP -> Long.hashCode(value.asTimestamp().getValue());
            case TypeRank.REGULAR_EXPRESSION ->
                value.asRegularExpression().getPattern().hashCode();
            case TypeRank.DB_POINTER -> value.asDBPointer().getId().hashCode();
            case TypeRank.JAVASCRIPT -> value.asJavaScript().getCode().hashCode();
            case TypeRank.JAVASCRIPT_WITH_SCOPE ->
                value.asJavaScriptWithScope().getCode().hashCode();
            default -> 0;
        };
    }

    private static int hashDocument(BsonDocument document) {
        int hash = 1;
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            hash = HASH_FACTOR * hash + field.getKey().hashCode();
            hash = HASH_FACTOR * hash + hash(field.getValue());
        }
        return hash;
    }

    private static int hashArray(BsonArray array) {
        int hash = 1;
        for (BsonValue value : array) {
            hash = HASH_FACTOR * hash + hash(value);
        }
        return hash;
    }
}
