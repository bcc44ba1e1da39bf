package io.counterpoint.bson.order;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.raw.RawElements;
import java.util.Arrays;

/**
 * {@link BsonOrder} for two ranges of bytes. Strings, ids, integers and nested documents are compared where they stand;
 * only the rare types become values.
 */
final class RawOrder {
    private RawOrder() {}

    static int compareDocuments(byte[] left, int leftOffset, byte[] right, int rightOffset) {
        return compareElements(left, leftOffset, right, rightOffset, true);
    }

    static int compareArrays(byte[] left, int leftOffset, byte[] right, int rightOffset) {
        return compareElements(left, leftOffset, right, rightOffset, false);
    }

    /** Compares two values of any types. */
    static int compare(byte[] left, int leftType, int leftValue, byte[] right, int rightType, int rightValue) {
        int result = TypeRank.ofTypeByte(leftType) - TypeRank.ofTypeByte(rightType);
        return result != 0 ? result : compareValues(left, leftType, leftValue, right, rightType, rightValue);
    }

    private static int compareElements(byte[] left, int leftOffset, byte[] right, int rightOffset, boolean withNames) {
        int l = RawElements.first(leftOffset);
        int r = RawElements.first(rightOffset);
        while (!RawElements.isEnd(left, l) && !RawElements.isEnd(right, r)) {
            int leftType = RawElements.type(left, l);
            int rightType = RawElements.type(right, r);
            int result = TypeRank.ofTypeByte(leftType) - TypeRank.ofTypeByte(rightType);
            if (result != 0) {
                return result;
            }
            int leftValue = RawElements.valueOffset(left, l);
            int rightValue = RawElements.valueOffset(right, r);
            if (withNames) {
                // With their NULs, so that a name that ends first is less.
                result = Arrays.compareUnsigned(left, l + 1, leftValue, right, r + 1, rightValue);
            }
            if (result == 0) {
                result = compareValues(left, leftType, leftValue, right, rightType, rightValue);
            }
            if (result != 0) {
                return result;
            }
            l = leftValue + RawElements.valueLength(left, leftType, leftValue);
            r = rightValue + RawElements.valueLength(right, rightType, rightValue);
        }
        return Boolean.compare(!RawElements.isEnd(left, l), !RawElements.isEnd(right, r));
    }

    /** Compares values of the same rank. */
    private static int compareValues(
            byte[] left, int leftType, int leftValue, byte[] right, int rightType, int rightValue) {
        return switch (leftType) {
            case RawElements.STRING, RawElements.SYMBOL, RawElements.JAVASCRIPT ->
                compareStrings(left, leftValue, right, rightValue);
            case RawElements.DOCUMENT -> compareDocuments(left, leftValue, right, rightValue);
            case RawElements.ARRAY -> compareArrays(left, leftValue, right, rightValue);
            case RawElements.OBJECT_ID ->
                Arrays.compareUnsigned(left, leftValue, leftValue + 12, right, rightValue, rightValue + 12);
            case RawElements.BOOLEAN -> left[leftValue] - right[rightValue];
            case RawElements.DATE_TIME ->
                Long.compare(RawElements.int64(left, leftValue), RawElements.int64(right, rightValue));
            case RawElements.INT32, RawElements.INT64, RawElements.DOUBLE ->
                rightType == RawElements.DECIMAL128
                        ? compareDecoded(left, leftType, leftValue, right, rightType, rightValue)
                        : compareNumbers(left, leftType, leftValue, right, rightType, rightValue);
            default -> compareDecoded(left, leftType, leftValue, right, rightType, rightValue);
        };
    }

    private static int compareNumbers(
            byte[] left, int leftType, int leftValue, byte[] right, int rightType, int rightValue) {
        if (leftType != RawElements.DOUBLE && rightType != RawElements.DOUBLE) {
            return Long.compare(integer(left, leftType, leftValue), integer(right, rightType, rightValue));
        }
        if (leftType != RawElements.DOUBLE) {
            return -Numbers.compare(RawElements.float64(right, rightValue), integer(left, leftType, leftValue));
        }
        double number = RawElements.float64(left, leftValue);
        return rightType == RawElements.DOUBLE
                ? Numbers.compare(number, RawElements.float64(right, rightValue))
                : Numbers.compare(number, integer(right, rightType, rightValue));
    }

    private static long integer(byte[] bytes, int type, int value) {
        return type == RawElements.INT32 ? RawElements.int32(bytes, value) : RawElements.int64(bytes, value);
    }

    private static int compareStrings(byte[] left, int leftValue, byte[] right, int rightValue) {
        int leftEnd = leftValue + 4 + RawElements.int32(left, leftValue) - 1;
        int rightEnd = rightValue + 4 + RawElements.int32(right, rightValue) - 1;
        return Arrays.compareUnsigned(left, leftValue + 4, leftEnd, right, rightValue + 4, rightEnd);
    }

    private static int compareDecoded(
            byte[] left, int leftType, int leftValue, byte[] right, int rightType, int rightValue) {
        return BsonOrder.compare(
                RawElements.value(left, leftType, leftValue), RawElements.value(right, rightType, rightValue));
    }
}
