package io.counterpoint.query.filter;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The fields that a filter fixes by equality: what a document starts with that an upsert inserts. Taken from {@code {a:
 * v}}, {@code {a: {$eq: v}}}, {@code {a: {$in: [v]}}}, {@code {a: {$all: [v]}}} and those under {@code $and} and an
 * {@code $or} of one. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/method/db.collection.update/#upsert-behavior">upsert
 * behavior</a>.
 */
public final class EqualityFields {
    private final SortedMap<String, BsonValue> fields = new TreeMap<>();

    private EqualityFields() {}

    /**
     * The equality fields of a filter.
     *
     * @return dotted paths in their alphabetical order, with their values
     * @throws CommandException NotSingleValueField (54) when a path is fixed twice, or one and a path below it
     */
    public static SortedMap<String, BsonValue> of(Filter filter) {
        return of(filter, null);
    }

    /**
     * The equality fields of a filter among some paths and what is below them.
     *
     * @param paths for a replacement: {@code _id} and the fields of the shard key; null for all
     */
    public static SortedMap<String, BsonValue> of(Filter filter, @Nullable Set<String> paths) {
        EqualityFields collected = new EqualityFields();
        collected.collect(filter.root(), paths);
        return Collections.unmodifiableSortedMap(collected.fields);
    }

    /**
     * A new mutable document in which the given paths have the given values, nested where a path has dots. The values
     * are not copied.
     */
    public static BsonDocument seed(Map<String, BsonValue> fields) {
        BsonDocument document = new BsonDocument();
        fields.forEach((path, value) -> {
            BsonDocument parent = document;
            int start = 0;
            for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', start)) {
                String name = path.substring(start, dot);
                @Nullable BsonValue child = parent.get(name);
                if (child == null) {
                    child = new BsonDocument();
                    parent.put(name, child);
                }
                parent = child.asDocument();
                start = dot + 1;
            }
            parent.put(path.substring(start), value);
        });
        return document;
    }

    private void collect(FilterNode node, @Nullable Set<String> paths) {
        if (node instanceof FilterNode.And and) {
            and.children().forEach(child -> collect(child, paths));
        } else if (node instanceof FilterNode.Or or && or.children().size() == 1) {
            collect(or.children().get(0), paths);
        } else if (node instanceof FilterNode.Path leaf) {
            @Nullable BsonValue value = equality(leaf);
            String path = leaf.path().text();
            if (value != null && (paths == null || paths.stream().anyMatch(wanted -> isAtOrBelow(path, wanted)))) {
                add(path, value);
            }
        }
    }

    private static @Nullable BsonValue equality(FilterNode.Path leaf) {
        if (leaf.operator().equals("$eq")) {
            return leaf.operand();
        }
        if (leaf.operator().equals("$in") && leaf.operand().asArray().size() == 1) {
            BsonValue only = leaf.operand().asArray().get(0);
            return only.isRegularExpression() ? null : only;
        }
        return null;
    }

    private void add(String path, BsonValue value) {
        for (String other : fields.keySet()) {
            if (other.equals(path)) {
                throw new CommandException(
                        ErrorCode.NOT_SINGLE_VALUE_FIELD,
                        "cannot infer query fields to set, path '" + path + "' is matched twice");
            }
            if (isAtOrBelow(other, path) || isAtOrBelow(path, other)) {
                throw new CommandException(
                        ErrorCode.NOT_SINGLE_VALUE_FIELD,
                        "cannot infer query fields to set, both paths '" + path + "' and '" + other + "' are matched");
            }
        }
        fields.put(path, value);
    }

    private static boolean isAtOrBelow(String path, String ancestor) {
        return path.startsWith(ancestor)
                && (path.length() == ancestor.length() || path.charAt(ancestor.length()) == '.');
    }
}
