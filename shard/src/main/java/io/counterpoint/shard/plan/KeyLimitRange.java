package io.counterpoint.shard.plan;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.key.KeyBuffer;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.catalog.IndexField;
import io.counterpoint.shard.index.IndexEntries;
import io.counterpoint.shard.storage.KeyBytes;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The range of an index between {@code min} and {@code max} of a find. Source: MongoDB manual, "cursor.min()" and
 * "cursor.max()"; codes and texts as a server answers.
 */
final class KeyLimitRange {
    private static final ErrorCode INCOMPATIBLE = ErrorCode.location(51174);
    private static final ErrorCode NOT_BEFORE = ErrorCode.location(51175);

    private KeyLimitRange() {}

    /**
     * The range; not empty.
     *
     * @throws CommandException 51174 when a limit has other fields than the index, or texts that the index compares
     *     otherwise than the request, 51175 when the least key does not come before the greatest
     */
    static KeyRange of(PlanRequest request, IndexDescription index, Access.KeyLimits limits) {
        CollectionDescription collection = request.collection();
        if (!request.filter().collation().equals(index.collation())
                && (concernsTexts(limits.min()) || concernsTexts(limits.max()))) {
            throw incompatible(collection);
        }
        if (index.wildcard() != null) {
            throw incompatible(collection);
        }
        byte[] lower =
                limits.min().isEmpty() ? IndexEntries.firstKey(index.id()) : key(collection, index, limits.min());
        byte[] upper = limits.max().isEmpty() ? IndexEntries.endKey(index.id()) : key(collection, index, limits.max());
        if (KeyBytes.compare(lower, upper) >= 0) {
            throw new CommandException(
                    NOT_BEFORE,
                    Planner.planningError(
                            collection,
                            "The value provided for min() does not come before the value provided for max() in the"
                                    + " hinted index"));
        }
        return new KeyRange(lower, upper);
    }

    private static boolean concernsTexts(BsonDocument limit) {
        return limit.values().stream().anyMatch(Collation::concerns);
    }

    private static byte[] key(CollectionDescription collection, IndexDescription index, BsonDocument limit) {
        List<IndexField> fields = index.fields();
        Iterator<Map.Entry<String, BsonValue>> values = limit.entrySet().iterator();
        KeyBuffer key = new KeyBuffer().appendInt32BigEndian(index.id());
        for (IndexField field : fields) {
            Map.Entry<String, BsonValue> value = values.hasNext() ? values.next() : null;
            if (value == null || !value.getKey().equals(field.path().text())) {
                throw incompatible(collection);
            }
            key.appendValue(index.collation().order().keyOf(value.getValue()), field.descending());
        }
        if (values.hasNext()) {
            throw incompatible(collection);
        }
        return key.toByteArray();
    }

    private static CommandException incompatible(CollectionDescription collection) {
        return new CommandException(
                INCOMPATIBLE, Planner.planningError(collection, "The index chosen is not compatible with min/max"));
    }
}
