package io.counterpoint.shard.index;

import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.shard.catalog.IndexField;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Combinations of values for an index of which several fields meet arrays. They must meet the same one, whose elements
 * then give one combination each:
 *
 * <pre>
 * { "a.b": 1, "a.c": 1 }   { a: [ { b: 1, c: 2 }, { b: 3 } ] }   (1, 2)  (3, nothing)
 * { a: 1, "a.b": 1 }       { a: [ { b: 1 }, 7 ] }                ({ b: 1 }, 1)  (7, nothing)
 * { a: 1, b: 1 }           { a: [ 1 ], b: [ 2 ] }                refused
 * </pre>
 *
 * <p>The rules for a single path are those of {@link io.counterpoint.bson.path.PathReader#visitIndexValues}.
 */
final class JointExpansion {
    private static final BsonUndefined UNDEFINED = new BsonUndefined();

    /**
     * How far along its path a field has come.
     *
     * @param value what is there, null when the path leads nowhere
     * @param part the part that is to be read in it next; {@link #DONE} when the value is the field's, even if it is an
     *     array
     */
    private record Reached(@Nullable BsonValue value, int part) {
        boolean isClosedArray() {
            return part != DONE && value instanceof BsonArray;
        }
    }

    private static final int DONE = -1;

    private final List<IndexField> fields;
    private final List<BsonValue[]> combinations;

    JointExpansion(List<IndexField> fields, List<BsonValue[]> combinations) {
        this.fields = fields;
        this.combinations = combinations;
    }

    void expand(BsonDocument document) {
        Reached[] starts = new Reached[fields.size()];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = new Reached(document, 0);
        }
        expand(starts);
    }

    private void expand(Reached[] from) {
        Reached[] reached = new Reached[from.length];
        BsonArray shared = null;
        FieldPath sharedPath = null;
        for (int i = 0; i < from.length; i++) {
            FieldPath path = fields.get(i).path();
            reached[i] = walk(from[i], path);
            if (reached[i].isClosedArray()) {
                FieldPath arrayPath = path.prefix(reached[i].part);
                if (sharedPath == null) {
                    shared = (BsonArray) reached[i].value;
                    sharedPath = arrayPath;
                } else if (!sharedPath.equals(arrayPath)) {
                    throw IndexKeys.parallelArrays(arrayPath, sharedPath);
                }
            }
        }
        if (shared == null) {
            @Nullable BsonValue[] values = new BsonValue[reached.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = reached[i].value;
            }
            combinations.add(values);
        } else if (shared.isEmpty()) {
            expandInto(reached, null);
        } else {
            for (BsonValue element : shared) {
                expandInto(reached, element);
            }
        }
    }

    /** Puts one element, null for the lack of any, in the place of the array for all fields that reached it. */
    private void expandInto(Reached[] reached, @Nullable BsonValue element) {
        Reached[] inside = reached.clone();
        for (int i = 0; i < inside.length; i++) {
            if (!inside[i].isClosedArray()) {
                continue;
            }
            if (inside[i].part == fields.get(i).path().size()) {
                // An element that is an array itself is a value: only one level is opened.
                inside[i] = new Reached(element == null ? UNDEFINED : element, DONE);
            } else {
                inside[i] = element instanceof BsonDocument
                        ? new Reached(element, inside[i].part)
                        : new Reached(null, DONE);
            }
        }
        expand(inside);
    }

    /**
     * Goes on until the path's end, a missing value, or an array that must be opened. A part that names a position
     * steps into that element.
     */
    private static Reached walk(Reached from, FieldPath path) {
        if (from.part == DONE) {
            return from;
        }
        BsonValue value = from.value;
        int part = from.part;
        while (part < path.size()) {
            if (value instanceof BsonDocument document) {
                value = document.get(path.part(part));
                part++;
            } else if (!(value instanceof BsonArray array)) {
                return new Reached(null, DONE);
            } else if (path.isPosition(part) && path.position(part) < array.size()) {
                value = array.get(path.position(part));
                part++;
                if (part == path.size()) {
                    // An element that was named by its position is not opened.
                    boolean emptyArray = value instanceof BsonArray inner && inner.isEmpty();
                    return new Reached(emptyArray ? UNDEFINED : value, DONE);
                }
            } else {
                return new Reached(value, part);
            }
        }
        return value instanceof BsonArray ? new Reached(value, part) : new Reached(value, DONE);
    }
}
