package io.counterpoint.query.update.path;

import java.util.Iterator;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Whether two values have the same bytes. Stricter than BSON's order, in which {@code 1} and {@code 1.0} are equal, and
 * than {@link BsonDocument#equals}, which does not look at the order of fields. An update that leaves the same bytes is
 * no update.
 */
public final class Sameness {
    private Sameness() {}

    /** Whether both have the same type and the same bytes. */
    public static boolean same(BsonValue left, BsonValue right) {
        if (left == right) {
            return true;
        }
        if (left.getBsonType() != right.getBsonType()) {
            return false;
        }
        return switch (left.getBsonType()) {
            case DOCUMENT -> sameDocuments(left.asDocument(), right.asDocument());
            case ARRAY -> sameArrays(left.asArray(), right.asArray());
            case DOUBLE ->
                Double.doubleToRawLongBits(left.asDouble().getValue())
                        == Double.doubleToRawLongBits(right.asDouble().getValue());
            default -> left.equals(right);
        };
    }

    private static boolean sameDocuments(BsonDocument left, BsonDocument right) {
        Iterator<Map.Entry<String, BsonValue>> others = right.entrySet().iterator();
        for (Map.Entry<String, BsonValue> field : left.entrySet()) {
            if (!others.hasNext()) {
                return false;
            }
            Map.Entry<String, BsonValue> other = others.next();
            if (!field.getKey().equals(other.getKey()) || !same(field.getValue(), other.getValue())) {
                return false;
            }
        }
        return !others.hasNext();
    }

    private static boolean sameArrays(BsonArray left, BsonArray right) {
        Iterator<BsonValue> others = right.iterator();
        for (BsonValue element : left) {
            if (!others.hasNext() || !same(element, others.next())) {
                return false;
            }
        }
        return !others.hasNext();
    }
}
