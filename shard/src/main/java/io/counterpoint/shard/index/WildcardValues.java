package io.counterpoint.shard.index;

import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.shard.catalog.WildcardPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonUndefined;
import org.bson.BsonValue;

/**
 * The values of a document that a wildcard index files, each with its path:
 *
 * <pre>
 * { a: 5, b: { c: 6, d: [ 7, { e: 8 } ] }, f: [], g: {} }
 * a: 5   b.c: 6   b.d: 7   b.d.e: 8   f: undefined   g: {}
 * </pre>
 *
 * <p>Positions in arrays are no part of a path. An array that is an element of an array is a value, as in other
 * indexes. Source: MongoDB manual, "Wildcard Indexes".
 */
final class WildcardValues {
    private static final BsonUndefined UNDEFINED = new BsonUndefined();

    /** Takes a value and where it was. */
    @FunctionalInterface
    interface Visitor {
        void visit(FieldPath path, BsonValue value);
    }

    private final WildcardPaths paths;
    private final Visitor visitor;
    private final List<String> parts = new ArrayList<>();
    private boolean metArray;

    WildcardValues(WildcardPaths paths, Visitor visitor) {
        this.paths = paths;
        this.visitor = visitor;
    }

    /** Shows all values of a document; returns whether an array was at or on the way to one. */
    boolean visit(BsonDocument document) {
        walk(document);
        return metArray;
    }

    private void walk(BsonDocument document) {
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            parts.add(field.getKey());
            FieldPath path = FieldPath.of(parts);
            if (paths.coversBelow(path)) {
                value(path, field.getValue());
            }
            parts.remove(parts.size() - 1);
        }
    }

    private void value(FieldPath path, BsonValue value) {
        if (!(value instanceof BsonArray array)) {
            element(path, value);
            return;
        }
        metArray = true;
        if (array.isEmpty()) {
            element(path, UNDEFINED);
        }
        for (BsonValue element : array) {
            element(path, element);
        }
    }

    private void element(FieldPath path, BsonValue value) {
        if (value instanceof BsonDocument inner && !inner.isEmpty()) {
            walk(inner);
        } else if (paths.covers(path)) {
            visitor.visit(path, value);
        }
    }
}
