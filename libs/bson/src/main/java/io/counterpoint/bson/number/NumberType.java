package io.counterpoint.bson.number;

import org.bson.BsonValue;

/** The four number types, narrowest first: of two operands the wider type is the type of the result. */
enum NumberType {
    INT32,
    INT64,
    DOUBLE,
    DECIMAL;

    static NumberType of(BsonValue number) {
        return switch (number.getBsonType()) {
            case INT32 -> INT32;
            case INT64 -> INT64;
            case DOUBLE -> DOUBLE;
            case DECIMAL128 -> DECIMAL;
            default -> throw Numbers.notANumber(number);
        };
    }

    static NumberType wider(BsonValue left, BsonValue right) {
        NumberType leftType = of(left);
        NumberType rightType = of(right);
        return leftType.compareTo(rightType) >= 0 ? leftType : rightType;
    }
}
