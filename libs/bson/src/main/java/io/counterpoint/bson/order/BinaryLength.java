package io.counterpoint.bson.order;

import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;

/** The length by which binary values are ordered: that in the bytes, where subtype 2 counts a length of its own. */
final class BinaryLength {
    private static final int INNER_LENGTH_BYTES = 4;

    private BinaryLength() {}

    static int of(BsonBinary value) {
        boolean repeatsLength = value.getType() == BsonBinarySubType.OLD_BINARY.getValue();
        return value.getData().length + (repeatsLength ? INNER_LENGTH_BYTES : 0);
    }
}
