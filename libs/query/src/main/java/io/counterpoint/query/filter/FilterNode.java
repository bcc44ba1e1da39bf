package io.counterpoint.query.filter;

import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.LeafArray;
import io.counterpoint.bson.path.PathReader;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.bson.raw.RawElements;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A node of a parsed filter. Immutable; any thread. Matching neither throws for documents that do not match nor builds
 * anything that grows with the document ({@link Whole} excepted: an expression may fail).
 */
public sealed interface FilterNode {
    /** Whether a document satisfies this node. */
    boolean matches(BsonDocument document);

    /**
     * Whether one value satisfies this node, the node's own path left aside: how the operators inside
     * {@code {$elemMatch: {$gt: 1, $lt: 5}}} see array elements.
     */
    boolean matchesElement(BsonValue value);

    /**
     * All of them; true when there is none.
     *
     * @param children in the order of the filter
     */
    record And(List<FilterNode> children) implements FilterNode {
        /** Copies the list. */
        public And {
            children = List.copyOf(children);
        }

        @Override
        public boolean matches(BsonDocument document) {
            for (int i = 0; i < children.size(); i++) {
                if (!children.get(i).matches(document)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean matchesElement(BsonValue value) {
            for (int i = 0; i < children.size(); i++) {
                if (!children.get(i).matchesElement(value)) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * At least one of them; false when there is none.
     *
     * @param children in the order of the filter
     */
    record Or(List<FilterNode> children) implements FilterNode {
        /** Copies the list. */
        public Or {
            children = List.copyOf(children);
        }

        @Override
        public boolean matches(BsonDocument document) {
            for (int i = 0; i < children.size(); i++) {
                if (children.get(i).matches(document)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean matchesElement(BsonValue value) {
            for (int i = 0; i < children.size(); i++) {
                if (children.get(i).matchesElement(value)) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * None of them.
     *
     * @param children in the order of the filter
     */
    record Nor(List<FilterNode> children) implements FilterNode {
        /** Copies the list. */
        public Nor {
            children = List.copyOf(children);
        }

        @Override
        public boolean matches(BsonDocument document) {
            for (int i = 0; i < children.size(); i++) {
                if (children.get(i).matches(document)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean matchesElement(BsonValue value) {
            for (int i = 0; i < children.size(); i++) {
                if (children.get(i).matchesElement(value)) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * The opposite: what {@code $not}, {@code $ne}, {@code $nin} and {@code {$exists: false}} become.
     *
     * @param child what must not match
     */
    record Not(FilterNode child) implements FilterNode {
        @Override
        public boolean matches(BsonDocument document) {
            return !child.matches(document);
        }

        @Override
        public boolean matchesElement(BsonValue value) {
            return !child.matchesElement(value);
        }
    }

    /**
     * A predicate about the values that a path leads to.
     *
     * @param path where to look
     * @param operator MongoDB's name of the operator, {@code $eq} for plain equality and {@code $regex} for a plain
     *     regular expression
     * @param operand as the filter gave it
     * @param predicate what must hold for one of the values
     * @param leaf what the predicate sees of an array at the end of the path
     */
    record Path(FieldPath path, String operator, BsonValue operand, ValuePredicate predicate, LeafArray leaf)
            implements FilterNode {
        @Override
        public boolean matches(BsonDocument document) {
            return document instanceof RawDocument raw
                    ? matchesRaw(raw)
                    : PathReader.visit(document, path, leaf, predicate);
        }

        /** As {@link PathReader#visit} says, without an object for anything on the way. */
        private boolean matchesRaw(RawDocument document) {
            byte[] bytes = document.array();
            int within = document.offset();
            int last = path.size() - 1;
            for (int i = 0; ; i++) {
                int element = RawElements.find(bytes, within, path.part(i));
                if (element < 0) {
                    return predicate.test(null);
                }
                int type = RawElements.type(bytes, element);
                int value = RawElements.valueOffset(bytes, element);
                if (i == last) {
                    return type == RawElements.ARRAY
                            ? matchesArray(bytes, value)
                            : predicate.testRaw(bytes, type, value);
                }
                if (type == RawElements.ARRAY) {
                    return PathReader.visit(document, path, leaf, predicate);
                }
                if (type != RawElements.DOCUMENT) {
                    return predicate.test(null);
                }
                within = value;
            }
        }

        private boolean matchesArray(byte[] bytes, int array) {
            if (leaf != LeafArray.WHOLE) {
                int element = RawElements.first(array);
                while (!RawElements.isEnd(bytes, element)) {
                    int type = RawElements.type(bytes, element);
                    int value = RawElements.valueOffset(bytes, element);
                    if (predicate.testRaw(bytes, type, value)) {
                        return true;
                    }
                    element = value + RawElements.valueLength(bytes, type, value);
                }
            }
            return leaf != LeafArray.ELEMENTS && predicate.testRaw(bytes, RawElements.ARRAY, array);
        }

        @Override
        public boolean matchesElement(BsonValue value) {
            return predicate.test(value);
        }
    }

    /**
     * A predicate about a whole document.
     *
     * @param operator MongoDB's name of the operator
     * @param operand as the filter gave it
     * @param predicate what must hold
     */
    record Whole(String operator, BsonValue operand, DocumentPredicate predicate) implements FilterNode {
        @Override
        public boolean matches(BsonDocument document) {
            return predicate.test(document);
        }

        @Override
        public boolean matchesElement(BsonValue value) {
            return value instanceof BsonDocument document && predicate.test(document);
        }
    }

    /**
     * The same answer for every document.
     *
     * @param result the answer
     */
    record Constant(boolean result) implements FilterNode {
        @Override
        public boolean matches(BsonDocument document) {
            return result;
        }

        @Override
        public boolean matchesElement(BsonValue value) {
            return result;
        }
    }

    /** A question about one document. Pure, any thread. */
    @FunctionalInterface
    interface DocumentPredicate {
        /** Answers for one document. */
        boolean test(BsonDocument document);
    }

    /**
     * A predicate that looks at the elements of an array with a filter of its own, so that others can ask which element
     * it was.
     */
    interface ElementPredicate extends ValuePredicate {
        /** Whether one element satisfies it. */
        boolean testElement(BsonValue element);

        /** The filter that elements must satisfy. */
        FilterNode elementFilter();

        /**
         * Whether the filter speaks about the element itself ({@code {$gt: 1}}) instead of its fields ({@code {x: 1}}).
         */
        boolean aboutValue();

        @Override
        default boolean test(@Nullable BsonValue value) {
            if (!(value instanceof BsonArray array)) {
                return false;
            }
            for (BsonValue element : array) {
                if (testElement(element)) {
                    return true;
                }
            }
            return false;
        }
    }
}
