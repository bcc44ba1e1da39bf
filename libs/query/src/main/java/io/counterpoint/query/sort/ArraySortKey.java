package io.counterpoint.query.sort;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.PathReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The sort key of a document with arrays on its paths: the first, in the order in question, of the keys that an index
 * on the same fields would have for it. Fields below one array take their values from the same element:
 *
 * <pre>
 * { "a.b": 1, "a.c": 1 }   { a: [ { b: 1, c: 5 }, { b: 2, c: 3 } ] }   1, 5
 * </pre>
 */
final class ArraySortKey {
    private final List<SortPattern.Field> fields;
    private final ValueOrder values;
    private final Comparator<BsonValue[]> order;

    ArraySortKey(List<SortPattern.Field> fields, ValueOrder values, Comparator<BsonValue[]> order) {
        this.fields = fields;
        this.values = values;
        this.order = order;
    }

    BsonValue[] of(BsonDocument document) {
        int elementCount = requireOneArray(document);
        BsonValue[] best = new BsonValue[0];
        for (int element = 0; element < elementCount; element++) {
            BsonValue[] key = keyOf(document, element);
            if (best.length == 0 || order.compare(key, best) < 0) {
                best = key;
            }
        }
        return best;
    }

    /** The number of elements of the array on the paths, at least 1 so that an empty one has a key too. */
    private int requireOneArray(BsonDocument document) {
        @Nullable List<String> found = null;
        int elementCount = 1;
        for (SortPattern.Field field : fields) {
            List<String> prefix = new ArrayList<>();
            @Nullable BsonArray array = firstArray(document, field.path(), prefix);
            if (array == null) {
                continue;
            }
            if (found != null && !found.equals(prefix)) {
                throw new CommandException(ErrorCode.BAD_VALUE, "cannot sort with keys that are parallel arrays");
            }
            found = prefix;
            elementCount = Math.max(1, array.size());
        }
        return elementCount;
    }

    private static @Nullable BsonArray firstArray(BsonDocument start, FieldPath path, List<String> prefix) {
        @Nullable BsonValue value = start;
        for (String part : path.parts()) {
            if (!(value instanceof BsonDocument document)) {
                return null;
            }
            prefix.add(part);
            value = document.get(part);
            if (value instanceof BsonArray array) {
                return array;
            }
        }
        return null;
    }

    private BsonValue[] keyOf(BsonDocument document, int element) {
        BsonValue[] key = new BsonValue[fields.size()];
        Arrays.fill(key, BsonNull.VALUE);
        for (int i = 0; i < key.length; i++) {
            SortPattern.Field field = fields.get(i);
            Extreme extreme = new Extreme(field.ascending());
            PathReader.visitIndexValues(document, field.path(), (value, arrayIndex) -> {
                if (arrayIndex < 0 || arrayIndex == element) {
                    extreme.add(value == null ? BsonNull.VALUE : values.keyOf(value));
                }
                return false;
            });
            key[i] = extreme.value();
        }
        return key;
    }
}
