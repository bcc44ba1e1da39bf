package io.counterpoint.bson.order;

import org.bson.BsonValue;

/** {@link BsonOrder} as an object. */
final class BinaryOrder implements ValueOrder {
    @Override
    public int compare(BsonValue left, BsonValue right) {
        return BsonOrder.compare(left, right);
    }

    @Override
    public int hash(BsonValue value) {
        return BsonOrder.hash(value);
    }

    @Override
    public BsonValue keyOf(BsonValue value) {
        return value;
    }
}
