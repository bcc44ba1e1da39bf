package io.counterpoint.query.filter.operator;

import io.counterpoint.bson.order.BinaryOrder;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawElements;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** An operand as bytes, to be compared with values where they lie. Immutable; any thread. */
final class RawOperand {
    private final byte[] bytes;
    private final int type;
    private final int offset;

    private RawOperand(BsonValue operand) {
        bytes = BsonBytes.encode(new BsonDocument("", operand));
        int element = RawElements.first(0);
        type = RawElements.type(bytes, element);
        offset = RawElements.valueOffset(bytes, element);
    }

    /** The operand; null under a collation, which compares texts by more than their bytes. */
    static @Nullable RawOperand of(BsonValue operand, ValueOrder order) {
        return order == BinaryOrder.INSTANCE ? new RawOperand(operand) : null;
    }

    /** Compares a value with the operand, by {@link BsonOrder}. */
    int compare(byte[] value, int valueType, int valueOffset) {
        return BsonOrder.compareRaw(value, valueType, valueOffset, bytes, type, offset);
    }
}
