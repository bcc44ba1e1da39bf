package io.counterpoint.bson.path;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Finds the values that a dotted path leads to. Without arrays there is one value or none; with arrays, each reader has
 * rules of its own. Any thread.
 *
 * <p>{@link #visit}, for filters, at an array {@code A} with rest {@code r} of the path:
 *
 * <ul>
 *   <li>No rest: as {@link LeafArray} says. Elements that are arrays are not entered.
 *   <li>Each element that is a document is read with the rest {@code r}. If the rest starts with a number, that is a
 *       field name here.
 *   <li>If the rest starts with the number {@code n}, the element at position {@code n} is read, too, with what follows
 *       the number. If nothing follows, the element is the value, and is not expanded even if it is an array.
 *   <li>Other elements give nothing, not even a missing value: {@code {a: [1]}} has no {@code a.b}, missing or not.
 * </ul>
 *
 * <p>{@link #visitIndexValues}, for index keys, differs in this:
 *
 * <ul>
 *   <li>Elements that are no documents give a missing value; so does an empty array with a rest. An empty array at the
 *       end gives undefined.
 *   <li>If the rest starts with a number and the array has that position, only that element is read. Documents in the
 *       array with a field of that name make the path ambiguous, which is refused.
 * </ul>
 *
 * <p>{@link #visitDistinctValues}: missing values are not visited; a number at an array is only a position; an array at
 * the end gives its elements, also when a position led to it.
 *
 * <p>{@link #expressionValue}, for field paths of aggregation: arrays give arrays of what their documents have; numbers
 * are names.
 *
 * <p>Source: MongoDB manual, "Query an Array", "Query an Array of Embedded Documents", "Multikey Indexes",
 * {@code distinct}, "Aggregation Expressions"; what it leaves open is what the server does.
 */
public final class PathReader {
    /** MongoDB's code for a path that is both a position and a field name. */
    private static final ErrorCode AMBIGUOUS_FIELD_NAME = ErrorCode.location(16746);

    private static final BsonUndefined UNDEFINED = new BsonUndefined();

    private PathReader() {}

    /**
     * The value at a path that leads through documents only.
     *
     * @return null when it leads nowhere, or through an array
     */
    public static @Nullable BsonValue value(BsonDocument document, FieldPath path) {
        BsonDocument current = document;
        int last = path.size() - 1;
        for (int i = 0; i < last; i++) {
            BsonValue next = current.get(path.part(i));
            if (next == null || !next.isDocument()) {
                return null;
            }
            current = next.asDocument();
        }
        return current.get(path.part(last));
    }

    /**
     * Visits the values that a filter on the path sees, in order.
     *
     * @return true when the visitor ended the visit
     */
    public static boolean visit(BsonDocument document, FieldPath path, LeafArray leaf, PathVisitor visitor) {
        return visitDocument(document, path, 0, leaf, visitor, -1);
    }

    private static boolean visitDocument(
            BsonDocument document, FieldPath path, int from, LeafArray leaf, PathVisitor visitor, int arrayIndex) {
        BsonDocument current = document;
        int last = path.size() - 1;
        for (int i = from; ; i++) {
            BsonValue value = current.get(path.part(i));
            if (value == null) {
                return visitor.visit(null, arrayIndex);
            }
            if (value.isArray()) {
                return i == last
                        ? visitLeafArray(value.asArray(), leaf, visitor, arrayIndex)
                        : visitArray(value.asArray(), path, i + 1, leaf, visitor, arrayIndex);
            }
            if (i == last) {
                return visitor.visit(value, arrayIndex);
            }
            if (!value.isDocument()) {
                return visitor.visit(null, arrayIndex);
            }
            current = value.asDocument();
        }
    }

    private static boolean visitLeafArray(BsonArray array, LeafArray leaf, PathVisitor visitor, int arrayIndex) {
        if (leaf != LeafArray.WHOLE) {
            int index = 0;
            for (BsonValue element : array) {
                if (visitor.visit(element, arrayIndex < 0 ? index : arrayIndex)) {
                    return true;
                }
                index++;
            }
        }
        return leaf != LeafArray.ELEMENTS && visitor.visit(array, arrayIndex);
    }

    /** Visits an array that is followed by parts of the path from {@code from} on. */
    private static boolean visitArray(
            BsonArray array, FieldPath path, int from, LeafArray leaf, PathVisitor visitor, int arrayIndex) {
        int position = path.position(from);
        int index = 0;
        for (BsonValue element : array) {
            int outermost = arrayIndex < 0 ? index : arrayIndex;
            if (element.isDocument() && visitDocument(element.asDocument(), path, from, leaf, visitor, outermost)) {
                return true;
            }
            // A position is named by the filter, not found by it: it is nothing that `$` could stand for.
            if (index == position && visitPosition(element, path, from + 1, leaf, visitor, arrayIndex)) {
                return true;
            }
            index++;
        }
        return false;
    }

    private static boolean visitPosition(
            BsonValue element, FieldPath path, int from, LeafArray leaf, PathVisitor visitor, int arrayIndex) {
        if (from == path.size()) {
            return visitor.visit(element, arrayIndex);
        }
        if (element.isDocument()) {
            return visitDocument(element.asDocument(), path, from, leaf, visitor, arrayIndex);
        }
        return element.isArray() && visitArray(element.asArray(), path, from, leaf, visitor, arrayIndex);
    }

    /**
     * Visits the values under which an index on the path files the document; at least one, possibly with repetitions.
     * Missing values come as null.
     *
     * @return true when the visitor ended the visit
     * @throws CommandException 16746 when a number in the path is both a position and a field name
     */
    public static boolean visitIndexValues(BsonDocument document, FieldPath path, PathVisitor visitor) {
        return visitIndexDocument(document, path, 0, visitor, -1);
    }

    private static boolean visitIndexDocument(
            BsonDocument document, FieldPath path, int from, PathVisitor visitor, int arrayIndex) {
        BsonDocument current = document;
        int last = path.size() - 1;
        for (int i = from; ; i++) {
            BsonValue value = current.get(path.part(i));
            if (value != null && value.isArray()) {
                return visitIndexArray(value.asArray(), path, i + 1, visitor, arrayIndex);
            }
            if (value == null || i == last) {
                return visitor.visit(value, arrayIndex);
            }
            if (!value.isDocument()) {
                return visitor.visit(null, arrayIndex);
            }
            current = value.asDocument();
        }
    }

    private static boolean visitIndexArray(
            BsonArray array, FieldPath path, int from, PathVisitor visitor, int arrayIndex) {
        boolean ends = from == path.size();
        if (array.isEmpty()) {
            return visitor.visit(ends ? UNDEFINED : null, arrayIndex);
        }
        if (!ends && path.isPosition(from) && path.position(from) < array.size()) {
            return visitIndexPosition(array, path, from, visitor, arrayIndex);
        }
        int index = 0;
        for (BsonValue element : array) {
            int outermost = arrayIndex < 0 ? index : arrayIndex;
            boolean ended;
            if (ends) {
                ended = visitor.visit(element, outermost);
            } else if (element.isDocument()) {
                ended = visitIndexDocument(element.asDocument(), path, from, visitor, outermost);
            } else {
                ended = visitor.visit(null, outermost);
            }
            if (ended) {
                return true;
            }
            index++;
        }
        return false;
    }

    private static boolean visitIndexPosition(
            BsonArray array, FieldPath path, int from, PathVisitor visitor, int arrayIndex) {
        requireUnambiguous(array, path.part(from));
        BsonValue element = array.get(path.position(from));
        int next = from + 1;
        if (next == path.size()) {
            boolean emptyArray = element.isArray() && element.asArray().isEmpty();
            return visitor.visit(emptyArray ? UNDEFINED : element, arrayIndex);
        }
        if (element.isDocument()) {
            return visitIndexDocument(element.asDocument(), path, next, visitor, arrayIndex);
        }
        return element.isArray()
                ? visitIndexArray(element.asArray(), path, next, visitor, arrayIndex)
                : visitor.visit(null, arrayIndex);
    }

    private static void requireUnambiguous(BsonArray array, String position) {
        for (BsonValue element : array) {
            if (element.isDocument() && element.asDocument().containsKey(position)) {
                throw new CommandException(
                        AMBIGUOUS_FIELD_NAME,
                        "Ambiguous field name found in array (do not use numeric field names in embedded elements in an"
                                + " array), field: '" + position + "' for array: " + array);
            }
        }
    }

    /**
     * Visits the values that {@code distinct} on the path reports for the document, possibly with repetitions; never
     * null.
     *
     * @return true when the visitor ended the visit
     */
    public static boolean visitDistinctValues(BsonDocument document, FieldPath path, PathVisitor visitor) {
        return visitDistinct(document.get(path.first()), path, 1, visitor, -1);
    }

    private static boolean visitDistinct(
            @Nullable BsonValue value, FieldPath path, int from, PathVisitor visitor, int arrayIndex) {
        if (value == null) {
            return false;
        }
        boolean ends = from == path.size();
        if (!value.isArray()) {
            if (ends) {
                return visitor.visit(value, arrayIndex);
            }
            return value.isDocument()
                    && visitDistinct(value.asDocument().get(path.part(from)), path, from + 1, visitor, arrayIndex);
        }
        if (ends) {
            return visitLeafArray(value.asArray(), LeafArray.ELEMENTS, visitor, arrayIndex);
        }
        return path.isPosition(from)
                ? visitDistinct(
                        elementOrNull(value.asArray(), path.position(from)), path, from + 1, visitor, arrayIndex)
                : visitDistinctElements(value.asArray(), path, from, visitor, arrayIndex);
    }

    private static boolean visitDistinctElements(
            BsonArray array, FieldPath path, int from, PathVisitor visitor, int arrayIndex) {
        int index = 0;
        for (BsonValue element : array) {
            int outermost = arrayIndex < 0 ? index : arrayIndex;
            if (element.isDocument()
                    && visitDistinct(element.asDocument().get(path.part(from)), path, from + 1, visitor, outermost)) {
                return true;
            }
            index++;
        }
        return false;
    }

    private static @Nullable BsonValue elementOrNull(BsonArray array, int position) {
        return position < array.size() ? array.get(position) : null;
    }

    /**
     * The value of a field path in an aggregation expression.
     *
     * @return null when it is missing; an array, possibly empty, when the path leads through one
     */
    public static @Nullable BsonValue expressionValue(BsonDocument document, FieldPath path) {
        return expressionValue(document, path, 0);
    }

    private static @Nullable BsonValue expressionValue(BsonDocument document, FieldPath path, int from) {
        BsonDocument current = document;
        int last = path.size() - 1;
        for (int i = from; ; i++) {
            BsonValue value = current.get(path.part(i));
            if (value == null || i == last) {
                return value;
            }
            if (value.isArray()) {
                return expressionArray(value.asArray(), path, i + 1);
            }
            if (!value.isDocument()) {
                return null;
            }
            current = value.asDocument();
        }
    }

    private static BsonArray expressionArray(BsonArray array, FieldPath path, int from) {
        BsonArray values = new BsonArray();
        for (BsonValue element : array) {
            BsonValue value = element.isDocument() ? expressionValue(element.asDocument(), path, from) : null;
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }
}
