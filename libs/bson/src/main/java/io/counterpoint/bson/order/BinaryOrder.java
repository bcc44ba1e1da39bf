package io.counterpoint.bson.order;

import org.bson.BsonValue;

/** {@link BsonOrder} as an object: texts by the bytes of their UTF-8. */
public final class BinaryOrder implements ValueOrder {
    /** The one there is. */
    public static final ValueOrder INSTANCE = new BinaryOrder();

    private BinaryOrder() {}

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
