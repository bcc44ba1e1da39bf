package io.counterpoint.query.filter;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/**
 * The groups of types within which filters compare: {@code {$gt: 5}} selects numbers only. All numeric types are one
 * group, strings and symbols are another, every other type is a group of its own.
 */
final class TypeBracket {
    private static final Interval EVERYTHING = new Interval(new BsonMinKey(), true, new BsonMaxKey(), true);
    private static final byte[] NO_BYTES = {};
    private static final ObjectId LEAST_OBJECT_ID = new ObjectId(new byte[12]);
    private static final ObjectId GREATEST_OBJECT_ID =
            new ObjectId(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1});

    private TypeBracket() {}

    /**
     * All values that are in the bracket of the given one, or everything where the bracket has no ends that could be
     * written as values.
     *
     * @return one interval; the least number is -Infinity here, since NaN takes part in no range
     */
    static Interval around(BsonValue value) {
        return switch (value.getBsonType()) {
            case INT32, INT64, DOUBLE, DECIMAL128 ->
                closed(new BsonDouble(Double.NEGATIVE_INFINITY), new BsonDouble(Double.POSITIVE_INFINITY));
            case STRING, SYMBOL -> new Interval(new BsonString(""), true, new BsonDocument(), false);
            case DOCUMENT -> new Interval(new BsonDocument(), true, new BsonArray(List.of()), false);
            case BINARY ->
                new Interval(new BsonBinary((byte) 0, NO_BYTES), true, new BsonObjectId(LEAST_OBJECT_ID), false);
            case OBJECT_ID -> closed(new BsonObjectId(LEAST_OBJECT_ID), new BsonObjectId(GREATEST_OBJECT_ID));
            case BOOLEAN -> closed(BsonBoolean.FALSE, BsonBoolean.TRUE);
            case DATE_TIME -> closed(new BsonDateTime(Long.MIN_VALUE), new BsonDateTime(Long.MAX_VALUE));
            case TIMESTAMP -> closed(new BsonTimestamp(0), new BsonTimestamp(-1L));
            case NULL -> closed(BsonNull.VALUE, BsonNull.VALUE);
            default -> EVERYTHING;
        };
    }

    private static Interval closed(BsonValue lower, BsonValue upper) {
        return new Interval(lower, true, upper, true);
    }
}
