package io.counterpoint.query.filter;

import io.counterpoint.bson.path.PathReader;
import io.counterpoint.bson.path.PathVisitor;
import java.util.Objects;
import java.util.OptionalInt;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Which array element the positional {@code $} of an update or a projection means: the first one by which the filter's
 * demand on that array is met. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/update/positional/">$ (update)</a>.
 *
 * <p>Several demands on one array: the last of the filter decides, as in MongoDB. A filter without a demand on the
 * array in question lends the position that it found in another array, which MongoDB does too (and advises against).
 */
public final class PositionalMatch {
    private PositionalMatch() {}

    /**
     * The position meant by {@code arrayPath.$}.
     *
     * @param document one that the filter matches
     * @param arrayPath dotted path of the array
     * @return 0-based; empty when the filter says nothing about elements of an array
     */
    public static OptionalInt positionalIndex(Filter filter, BsonDocument document, String arrayPath) {
        int index = index(filter.root(), document, arrayPath);
        if (index < 0) {
            index = index(filter.root(), document, null);
        }
        return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /** The index, -1 when this node gives none; a null array path stands for any array. */
    private static int index(FilterNode node, BsonDocument document, @Nullable String arrayPath) {
        if (node instanceof FilterNode.And and) {
            int last = -1;
            for (FilterNode child : and.children()) {
                int index = index(child, document, arrayPath);
                last = index >= 0 ? index : last;
            }
            return last;
        }
        if (node instanceof FilterNode.Or or) {
            for (FilterNode child : or.children()) {
                if (child.matches(document)) {
                    return index(child, document, arrayPath);
                }
            }
            return -1;
        }
        return node instanceof FilterNode.Path leaf ? index(leaf, document, arrayPath) : -1;
    }

    private static int index(FilterNode.Path leaf, BsonDocument document, @Nullable String arrayPath) {
        String text = leaf.path().text();
        if (arrayPath != null && !text.equals(arrayPath) && !text.startsWith(arrayPath + ".")) {
            return -1;
        }
        FirstMatch match = new FirstMatch(leaf.predicate());
        PathReader.visit(document, leaf.path(), leaf.leaf(), match);
        return match.index;
    }

    /** Ends at the first value for which the predicate holds, and keeps the position by which it was reached. */
    private static final class FirstMatch implements PathVisitor {
        private final ValuePredicate predicate;
        private int index = -1;

        FirstMatch(ValuePredicate predicate) {
            this.predicate = predicate;
        }

        @Override
        public boolean visit(@Nullable BsonValue value, int arrayIndex) {
            if (!predicate.test(value)) {
                return false;
            }
            index = arrayIndex;
            if (arrayIndex < 0 && predicate instanceof FilterNode.ElementPredicate elements) {
                index = firstElement(elements, value);
            }
            return true;
        }

        private static int firstElement(FilterNode.ElementPredicate elements, @Nullable BsonValue array) {
            int position = 0;
            for (BsonValue element : Objects.requireNonNull(array).asArray()) {
                if (elements.testElement(element)) {
                    return position;
                }
                position++;
            }
            return -1;
        }
    }
}
