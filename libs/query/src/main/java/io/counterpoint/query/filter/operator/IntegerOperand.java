package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.query.ValueText;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * Reads operands that must be whole numbers, of whatever numeric type, with the texts MongoDB has for each way to fail.
 */
final class IntegerOperand {
    private final ErrorCode code;
    private final String prefix;

    /**
     * A reader.
     *
     * @param code of its refusals
     * @param prefix put before its texts
     */
    IntegerOperand(ErrorCode code, String prefix) {
        this.code = code;
        this.prefix = prefix;
    }

    long nonNegative(String name, BsonValue value) {
        long number = parse(name, value);
        if (number < 0) {
            throw refusal("Expected a non-negative number in: ", name, value);
        }
        return number;
    }

    private long parse(String name, BsonValue value) {
        return switch (value.getBsonType()) {
            case INT32 -> value.asInt32().getValue();
            case INT64 -> value.asInt64().getValue();
            case DOUBLE -> ofDouble(name, value, value.asDouble().getValue());
            case DECIMAL128 -> ofDecimal(name, value, value.asDecimal128().getValue());
            default -> throw refusal("Expected a number in: ", name, value);
        };
    }

    private long ofDouble(String name, BsonValue value, double number) {
        if (Double.isNaN(number)) {
            throw refusal("Expected an integer, but found NaN in: ", name, value);
        }
        if (number >= 0x1p63 || number < -0x1p63) {
            throw refusal("Cannot represent as a 64-bit integer: ", name, value);
        }
        if (number != Math.rint(number)) {
            throw refusal("Expected an integer: ", name, value);
        }
        return (long) number;
    }

    private long ofDecimal(String name, BsonValue value, Decimal128 number) {
        if (number.isNaN()) {
            throw refusal("Expected an integer, but found NaN in: ", name, value);
        }
        if (number.isInfinite() || Math.abs(Numbers.toDouble(value)) >= 0x1p63) {
            throw refusal("Cannot represent as a 64-bit integer: ", name, value);
        }
        return Numbers.asExactLong(value).orElseThrow(() -> refusal("Expected an integer: ", name, value));
    }

    private CommandException refusal(String text, String name, BsonValue value) {
        return new CommandException(code, prefix + text + ValueText.element(name, value));
    }
}
