package io.counterpoint.bson.order;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@link BsonOrder} but for strings and symbols, alone and inside of documents and arrays, which stand in the order of
 * a language. Field names, code and regular expressions are no texts in this sense. Source: MongoDB manual,
 * "Collation".
 */
public final class CollatedOrder implements ValueOrder {
    private final TextOrder texts;

    /** The order that compares texts so. */
    public CollatedOrder(TextOrder texts) {
        this.texts = texts;
    }

    @Override
    public int compare(BsonValue left, BsonValue right) {
        int rank = BsonOrder.typeRank(left);
        int byRank = rank - BsonOrder.typeRank(right);
        if (byRank != 0) {
            return byRank;
        }
        return switch (rank) {
            case TypeRank.STRING -> texts.compare(BsonOrder.text(left), BsonOrder.text(right));
            case TypeRank.DOCUMENT -> compareDocuments(left.asDocument(), right.asDocument());
            case TypeRank.ARRAY -> compareArrays(left.asArray(), right.asArray());
            default -> BsonOrder.compare(left, right);
        };
    }

    private int compareDocuments(BsonDocument left, BsonDocument right) {
        Iterator<Map.Entry<String, BsonValue>> lefts = left.entrySet().iterator();
        Iterator<Map.Entry<String, BsonValue>> rights = right.entrySet().iterator();
        while (lefts.hasNext() && rights.hasNext()) {
            Map.Entry<String, BsonValue> leftField = lefts.next();
            Map.Entry<String, BsonValue> rightField = rights.next();
            int result = BsonOrder.typeRank(leftField.getValue()) - BsonOrder.typeRank(rightField.getValue());
            if (result == 0) {
                result = BsonOrder.compareText(leftField.getKey(), rightField.getKey());
            }
            if (result == 0) {
                result = compare(leftField.getValue(), rightField.getValue());
            }
            if (result != 0) {
                return result;
            }
        }
        return Boolean.compare(lefts.hasNext(), rights.hasNext());
    }

    private int compareArrays(BsonArray left, BsonArray right) {
        Iterator<BsonValue> lefts = left.iterator();
        Iterator<BsonValue> rights = right.iterator();
        while (lefts.hasNext() && rights.hasNext()) {
            int result = compare(lefts.next(), rights.next());
            if (result != 0) {
                return result;
            }
        }
        return Boolean.compare(lefts.hasNext(), rights.hasNext());
    }

    @Override
    public int hash(BsonValue value) {
        return BsonOrder.hash(keyOf(value));
    }

    /** Every text becomes the string of its sort key's bytes, each taken as a character from U+0000 to U+00FF. */
    @Override
    public BsonValue keyOf(BsonValue value) {
        return switch (BsonOrder.typeRank(value)) {
            case TypeRank.STRING ->
                new BsonString(new String(texts.sortKey(BsonOrder.text(value)), StandardCharsets.ISO_8859_1));
            case TypeRank.DOCUMENT -> keyOf(value.asDocument());
            case TypeRank.ARRAY -> keyOf(value.asArray());
            default -> value;
        };
    }

    private BsonDocument keyOf(BsonDocument document) {
        BsonDocument key = new BsonDocument();
        document.forEach((name, value) -> key.put(name, keyOf(value)));
        return key;
    }

    private BsonArray keyOf(BsonArray array) {
        List<BsonValue> keys = new ArrayList<>(array.size());
        array.forEach(value -> keys.add(keyOf(value)));
        return new BsonArray(keys);
    }
}
