package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.LeafArray;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.filter.FilterNode;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What {@code $bitsAllSet $bitsAllClear $bitsAnySet $bitsAnyClear} have in common: positions of bits in whole numbers
 * and in binary data.
 */
enum BitTest {
    ALL_SET(true, true),
    ALL_CLEAR(true, false),
    ANY_SET(false, true),
    ANY_CLEAR(false, false);

    private static final IntegerOperand MASK = new IntegerOperand(ErrorCode.FAILED_TO_PARSE, "");
    private static final IntegerOperand POSITION =
            new IntegerOperand(ErrorCode.BAD_VALUE, "Failed to parse bit position. ");

    private final boolean all;
    private final boolean set;

    BitTest(boolean all, boolean set) {
        this.all = all;
        this.set = set;
    }

    FilterNode parse(FilterOperator.Use use) {
        int[] positions = positions(use);
        return new FilterNode.Path(
                FieldPath.parse(use.path()),
                use.name(),
                use.operand(),
                value -> test(value, positions),
                LeafArray.ELEMENTS_THEN_WHOLE);
    }

    private boolean test(@Nullable BsonValue value, int[] positions) {
        if (value == null) {
            return false;
        }
        return switch (value.getBsonType()) {
            case INT32 -> testNumber(value.asInt32().getValue(), positions);
            case INT64 -> testNumber(value.asInt64().getValue(), positions);
            case DOUBLE -> testDouble(value.asDouble().getValue(), positions);
            case BINARY -> testBytes(value.asBinary().getData(), positions);
            default -> false;
        };
    }

    private boolean testDouble(double number, int[] positions) {
        boolean whole = number >= -0x1p63 && number < 0x1p63 && number == Math.rint(number);
        return whole && testNumber((long) number, positions);
    }

    private boolean testNumber(long number, int[] positions) {
        for (int position : positions) {
            // Positions past the end see the sign, as if the number were infinitely wide.
            boolean bit = ((number >> Math.min(position, 63)) & 1) == 1;
            if ((bit == set) != all) {
                return !all;
            }
        }
        return all;
    }

    private boolean testBytes(byte[] bytes, int[] positions) {
        for (int position : positions) {
            int index = position >>> 3;
            boolean bit = index < bytes.length && ((bytes[index] >> (position & 7)) & 1) == 1;
            if ((bit == set) != all) {
                return !all;
            }
        }
        return all;
    }

    private static int[] positions(FilterOperator.Use use) {
        BsonValue operand = use.operand();
        if (operand instanceof BsonArray array) {
            return listed(array);
        }
        if (operand instanceof BsonBinary binary) {
            return setBits(binary.getData());
        }
        if (operand instanceof BsonNumber) {
            return setBits(MASK.nonNegative(use.name(), operand));
        }
        throw new CommandException(
                ErrorCode.BAD_VALUE,
                use.path() + " takes an Array, a number, or a BinData but received: "
                        + ValueText.element(use.name(), operand));
    }

    private static int[] listed(BsonArray array) {
        int[] positions = new int[array.size()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = (int) Math.min(Integer.MAX_VALUE, POSITION.nonNegative(Integer.toString(i), array.get(i)));
        }
        return positions;
    }

    private static int[] setBits(long mask) {
        int[] positions = new int[Long.bitCount(mask)];
        int count = 0;
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            positions[count++] = Long.numberOfTrailingZeros(rest);
        }
        return positions;
    }

    private static int[] setBits(byte[] bytes) {
        List<Integer> positions = new ArrayList<>();
        for (int position = 0; position < bytes.length * 8; position++) {
            if (((bytes[position >>> 3] >> (position & 7)) & 1) == 1) {
                positions.add(position);
            }
        }
        return positions.stream().mapToInt(Integer::intValue).toArray();
    }
}
