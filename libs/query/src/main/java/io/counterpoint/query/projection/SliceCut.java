package io.counterpoint.query.projection;

import io.counterpoint.bson.path.FieldPath;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {a: {$slice: n}}} and {@code {a: {$slice: [skip, n]}}}: a part of an array. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/projection/slice/">$slice (projection)</a>.
 *
 * @param path of the array; through arrays on the way it leads into their documents
 * @param skip elements left out before, counted from the end when negative
 * @param limit elements shown at most, 0 or more
 */
record SliceCut(FieldPath path, int skip, int limit) implements ArrayCut {
    /** The first so many elements, or the last when negative. */
    static SliceCut of(FieldPath path, int count) {
        // The least int has no opposite; more elements than its neighbour's there are not either.
        return count < 0
                ? new SliceCut(path, count, -Math.max(count, -Integer.MAX_VALUE))
                : new SliceCut(path, 0, count);
    }

    @Override
    public BsonDocument apply(BsonDocument original, BsonDocument projected) {
        return inDocument(projected, 0);
    }

    private BsonDocument inDocument(BsonDocument document, int part) {
        String name = path.part(part);
        @Nullable BsonValue value = document.get(name);
        if (value == null) {
            return document;
        }
        BsonValue replacement = part == path.size() - 1 ? cut(value) : inValue(value, part + 1);
        if (replacement == value) {
            return document;
        }
        BsonDocument result = new BsonDocument(document.size());
        result.putAll(document);
        result.put(name, replacement);
        return result;
    }

    private BsonValue inValue(BsonValue value, int part) {
        if (value instanceof BsonDocument document) {
            return inDocument(document, part);
        }
        if (!(value instanceof BsonArray array)) {
            return value;
        }
        List<BsonValue> elements = new ArrayList<>(array.size());
        for (BsonValue element : array) {
            elements.add(inValue(element, part));
        }
        return new BsonArray(elements);
    }

    private BsonValue cut(BsonValue value) {
        if (!(value instanceof BsonArray array)) {
            return value;
        }
        int size = array.size();
        int from = skip < 0 ? Math.max(0, size + skip) : Math.min(skip, size);
        int to = (int) Math.min(size, (long) from + limit);
        return from == 0 && to == size ? value : new BsonArray(array.getValues().subList(from, to));
    }
}
