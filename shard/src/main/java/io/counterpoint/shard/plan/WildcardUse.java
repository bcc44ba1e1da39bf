package io.counterpoint.shard.plan;

import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.query.filter.FilterNode;
import io.counterpoint.query.filter.Interval;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.catalog.WildcardPaths;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonType;

/**
 * What a filter can make of a wildcard index. Such an index is as many indexes as there are paths, of which a filter
 * can use one. It has no entry for a document without the path, nor for one that has a document there: so it serves
 * demands that only other values meet. Source: MongoDB manual, "Wildcard Index Restrictions".
 */
final class WildcardUse {
    /** Types of values of which every one has its own entry. */
    private static final Set<BsonType> FILED = Set.of(
            BsonType.INT32,
            BsonType.INT64,
            BsonType.DOUBLE,
            BsonType.DECIMAL128,
            BsonType.STRING,
            BsonType.SYMBOL,
            BsonType.BINARY,
            BsonType.OBJECT_ID,
            BsonType.BOOLEAN,
            BsonType.DATE_TIME,
            BsonType.TIMESTAMP,
            BsonType.REGULAR_EXPRESSION);

    private WildcardUse() {}

    /** The index as it is for each path that a filter speaks of and the index files. */
    static List<IndexDescription> expand(IndexDescription index, WildcardPaths paths, FilterNode filter) {
        Set<FieldPath> spoken = new LinkedHashSet<>();
        collect("", filter, spoken);
        List<IndexDescription> expanded = new ArrayList<>();
        for (FieldPath path : spoken) {
            if (paths.covers(path)) {
                expanded.add(index.atPath(path));
            }
        }
        return expanded;
    }

    private static void collect(String prefix, FilterNode node, Set<FieldPath> paths) {
        if (node instanceof FilterNode.And and) {
            and.children().forEach(child -> collect(prefix, child, paths));
        } else if (node instanceof FilterNode.Or or) {
            or.children().forEach(child -> collect(prefix, child, paths));
        } else if (node instanceof FilterNode.Path leaf) {
            String path = prefix + leaf.path().text();
            boolean ofFields =
                    leaf.predicate() instanceof FilterNode.ElementPredicate elements && !elements.aboutValue();
            if (ofFields) {
                FilterNode inner = ((FilterNode.ElementPredicate) leaf.predicate()).elementFilter();
                collect(path + ".", inner, paths);
            } else {
                paths.add(FieldPath.parse(path));
            }
        }
    }

    /** Whether each document with a value within the bounds has an entry there. */
    static boolean canServe(IndexBounds bounds) {
        return bounds.narrows() && bounds.fields().get(0).intervals().stream().allMatch(WildcardUse::isFiled);
    }

    private static boolean isFiled(Interval interval) {
        if (!FILED.contains(interval.lower().getBsonType())) {
            return false;
        }
        return BsonOrder.typeRank(interval.lower()) == BsonOrder.typeRank(interval.upper())
                || endsWithItsType(interval);
    }

    /** Whether the upper end is the least value of the next type, left out: all texts, all binary data. */
    private static boolean endsWithItsType(Interval interval) {
        boolean texts = interval.lower() instanceof BsonString
                && interval.upper() instanceof BsonDocument next
                && next.isEmpty();
        boolean binaries = interval.lower() instanceof BsonBinary && interval.upper() instanceof BsonObjectId;
        return !interval.upperInclusive() && (texts || binaries);
    }
}
