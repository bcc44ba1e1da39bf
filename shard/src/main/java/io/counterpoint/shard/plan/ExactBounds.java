package io.counterpoint.shard.plan;

import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.filter.FilterNode;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.catalog.IndexField;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * Whether the ranges of an index hold exactly what a filter selects, so that entries can be counted and documents need
 * not be matched any more. May say no where a cleverer proof says yes, never the other way round.
 */
final class ExactBounds {
    private static final Set<String> OPERATORS = Set.of("$eq", "$in", "$gt", "$gte", "$lt", "$lte");

    /** Values that have no entry of their own, or share it with what the filter tells apart. */
    private static final Set<BsonType> UNCLEAR = Set.of(
            BsonType.ARRAY,
            BsonType.NULL,
            BsonType.UNDEFINED,
            BsonType.REGULAR_EXPRESSION,
            BsonType.MIN_KEY,
            BsonType.MAX_KEY);

    private ExactBounds() {}

    /** Whether a document is selected if and only if it has an entry within the ranges. */
    static boolean areExact(IndexBounds bounds, FilterNode filter) {
        // A field whose name has dots looks like a path in a wildcard index.
        return bounds.index().wildcard() == null && isExact(bounds, filter, new HashSet<>());
    }

    /** @param multikey positions of multikey fields that something was demanded of already */
    private static boolean isExact(IndexBounds bounds, FilterNode node, Set<Integer> multikey) {
        if (node instanceof FilterNode.And and) {
            for (FilterNode child : and.children()) {
                if (!isExact(bounds, child, multikey)) {
                    return false;
                }
            }
            return true;
        }
        return node instanceof FilterNode.Path leaf
                && isClear(leaf)
                && isTold(bounds, leaf)
                && isInRanges(bounds, leaf, multikey);
    }

    private static boolean isClear(FilterNode.Path leaf) {
        if (!OPERATORS.contains(leaf.operator())) {
            return false;
        }
        if (leaf.operator().equals("$in") && leaf.operand() instanceof BsonArray members) {
            for (BsonValue member : members) {
                if (UNCLEAR.contains(member.getBsonType())) {
                    return false;
                }
            }
            return true;
        }
        return !UNCLEAR.contains(leaf.operand().getBsonType());
    }

    /** Whether the operand is such that the index and the filter compare it alike, so that bounds tell of it. */
    private static boolean isTold(IndexBounds bounds, FilterNode.Path leaf) {
        if (bounds.comparesAlike()) {
            return true;
        }
        return (leaf.operator().equals("$in") && leaf.operand() instanceof BsonArray members)
                ? members.stream().noneMatch(Collation::concerns)
                : !Collation.concerns(leaf.operand());
    }

    /**
     * Whether the field is one that ranges are made of, and was not given up for their number. Two demands of a field
     * with arrays may be met by two elements, so the ranges are those of one of them.
     */
    private static boolean isInRanges(IndexBounds bounds, FilterNode.Path leaf, Set<Integer> multikey) {
        IndexDescription index = bounds.index();
        List<IndexField> fields = index.fields();
        for (int i = 0; i <= bounds.exactCount() && i < fields.size(); i++) {
            if (fields.get(i).path().equals(leaf.path())) {
                boolean first = (index.multikeyFields() >> i & 1) == 0 || multikey.add(i);
                return first
                        && !fields.get(i).hashed()
                        && !bounds.fields().get(i).isAll();
            }
        }
        return false;
    }
}
