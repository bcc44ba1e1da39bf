package io.counterpoint.query.projection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.filter.PositionalMatch;
import java.util.List;
import java.util.OptionalInt;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {"a.$": 1}}: of an array only the element by which the filter matched. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/projection/positional/">$ (projection)</a>.
 *
 * @param path without the {@code $}; the first array on it is cut
 * @param filter of the query
 */
record PositionalCut(FieldPath path, Filter filter) implements ArrayCut {
    @Override
    public BsonDocument apply(BsonDocument original, BsonDocument projected) {
        return inDocument(original, projected, 0);
    }

    private BsonDocument inDocument(BsonDocument original, BsonDocument document, int part) {
        String name = path.part(part);
        @Nullable BsonValue value = document.get(name);
        BsonValue replacement;
        if (value instanceof BsonArray array) {
            replacement = cut(original, array, part + 1);
        } else if (value instanceof BsonDocument inner && part + 1 < path.size()) {
            replacement = inDocument(original, inner, part + 1);
        } else {
            return document;
        }
        BsonDocument result = new BsonDocument(document.size());
        result.putAll(document);
        result.put(name, replacement);
        return result;
    }

    private BsonArray cut(BsonDocument original, BsonArray array, int prefixSize) {
        OptionalInt index = PositionalMatch.positionalIndex(
                filter, original, path.prefix(prefixSize).text());
        if (index.isEmpty()) {
            throw new CommandException(
                    ErrorCode.location(51246),
                    "Executor error during find command :: caused by :: positional operator '.$' couldn't find a "
                            + "matching element in the array");
        }
        if (index.getAsInt() >= array.size()) {
            throw new CommandException(
                    ErrorCode.location(51247),
                    "Executor error during find command :: caused by :: positional operator '.$' element mismatch");
        }
        return new BsonArray(List.of(array.get(index.getAsInt())));
    }
}
