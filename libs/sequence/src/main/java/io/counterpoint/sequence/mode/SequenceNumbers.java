package io.counterpoint.sequence.mode;

import io.counterpoint.bson.number.Numbers;
import java.util.OptionalLong;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** How sequence numbers look in BSON. Source: the sequences contract, 1.2. */
public final class SequenceNumbers {
    private SequenceNumbers() {}

    /** A number as documents and rows store it: int32 while it fits, int64 after that. */
    public static BsonValue toBson(long number) {
        return number == (int) number ? new BsonInt32((int) number) : new BsonInt64(number);
    }

    /**
     * The number that a stored or sent value stands for.
     *
     * @return empty for everything that is not an int32, an int64, or a double or decimal128 without fraction inside
     *     the range of int64
     */
    public static OptionalLong fromBson(BsonValue value) {
        return Numbers.asExactLong(value);
    }
}
