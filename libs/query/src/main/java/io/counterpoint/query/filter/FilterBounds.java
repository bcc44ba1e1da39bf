package io.counterpoint.query.filter;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.BinaryOrder;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.collation.Collation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What a filter demands of single paths, for choosing an index or a shard. Immutable; any thread.
 *
 * <p>All answers are wider than the filter or equal to it, never narrower: a document that matches has, at the path, a
 * value (for arrays: an element) within the bounds. So what a scan of the bounds finds must still be matched. A missing
 * field counts as null here, as an index stores it: an index that leaves documents without the field out cannot serve
 * bounds that contain null.
 *
 * <p>On an index some of whose documents have several entries (an array at or on the way to the path), two demands may
 * be met by two different elements: {@code {a: {$gt: 5, $lt: 3}}} finds {@code {a: [1, 9]}}. There, bounds are not
 * intersected, only the narrowest demand is used; ask with {@code multikey}.
 */
public final class FilterBounds {
    private static final Comparator<Interval> BY_LOWER = (left, right) -> {
        int order = BsonOrder.compare(left.lower(), right.lower());
        return order != 0 ? order : Boolean.compare(right.lowerInclusive(), left.lowerInclusive());
    };

    private final FilterNode root;
    private final @Nullable ValueOrder texts;

    private FilterBounds(FilterNode root, @Nullable ValueOrder texts) {
        this.root = root;
        this.texts = texts;
    }

    /**
     * The bounds of a filter among values that stand by the bytes of their texts, such as those of shard keys. Costs
     * nothing until asked.
     */
    public static FilterBounds of(Filter filter) {
        return in(filter, Collation.SIMPLE);
    }

    /** As {@link #in(FilterNode, Collation, Collation)}, of a whole filter. */
    public static FilterBounds in(Filter filter, Collation ofIndex) {
        return in(filter.root(), filter.collation(), ofIndex);
    }

    /**
     * The bounds of a filter in an index: in what the index stores, see {@link ValueOrder#keyOf}. Demands on texts, and
     * on what may hold some, count only where filter and index compare texts alike.
     *
     * @param node a filter or a part of it
     * @param ofFilter collation of the filter
     * @param ofIndex collation of the index
     */
    public static FilterBounds in(FilterNode node, Collation ofFilter, Collation ofIndex) {
        return new FilterBounds(node, ofFilter.equals(ofIndex) ? ofIndex.order() : null);
    }

    /** The bounds of a filter that hold whatever the collation: demands on texts count for nothing. */
    public static FilterBounds withoutTexts(FilterNode node) {
        return new FilterBounds(node, null);
    }

    /**
     * The one value that the path must equal, from {@code {a: v}}, {@code {a: {$eq: v}}}, {@code {a: {$in: [v]}}} and
     * those under {@code $and}.
     *
     * @return null when the filter demands no single value
     */
    public @Nullable BsonValue equality(String path) {
        List<BsonValue> points = points(path);
        return points != null && points.size() == 1 ? points.get(0) : null;
    }

    /**
     * The values of which the path must equal one, in BSON order without repetition.
     *
     * @return null when the filter leaves other values open; an empty list when no document can match
     */
    public @Nullable List<BsonValue> points(String path) {
        return points(root, path);
    }

    /**
     * The ranges in which the path's values must lie, in order, none touching the next.
     *
     * @param multikey whether the index has several entries for some of the documents
     * @return null when every value is possible; an empty list when no document can match
     */
    public @Nullable List<Interval> intervals(String path, boolean multikey) {
        return intervals(root, path, multikey);
    }

    private @Nullable List<BsonValue> points(FilterNode node, String path) {
        if (node instanceof FilterNode.Path leaf && leaf.path().text().equals(path)) {
            return points(leaf);
        }
        if (node instanceof FilterNode.And and) {
            @Nullable List<BsonValue> fewest = null;
            for (FilterNode child : and.children()) {
                @Nullable List<BsonValue> points = points(child, path);
                if (points != null && (fewest == null || points.size() < fewest.size())) {
                    fewest = points;
                }
            }
            return fewest;
        }
        if (node instanceof FilterNode.Or or) {
            List<BsonValue> union = new ArrayList<>();
            for (FilterNode child : or.children()) {
                @Nullable List<BsonValue> points = points(child, path);
                if (points == null) {
                    return null;
                }
                union.addAll(points);
            }
            return sorted(union);
        }
        return null;
    }

    private @Nullable List<BsonValue> points(FilterNode.Path leaf) {
        if (leaf.operator().equals("$eq")) {
            @Nullable BsonValue point = keyOf(leaf.operand());
            return point == null ? null : List.of(point);
        }
        if (!leaf.operator().equals("$in")) {
            return null;
        }
        List<BsonValue> points = new ArrayList<>();
        for (BsonValue member : leaf.operand().asArray()) {
            @Nullable BsonValue point = member.isRegularExpression() ? null : keyOf(member);
            if (point == null) {
                return null;
            }
            points.add(point);
        }
        return sorted(points);
    }

    private static List<BsonValue> sorted(List<BsonValue> values) {
        values.sort(BsonOrder::compare);
        List<BsonValue> distinct = new ArrayList<>(values.size());
        for (BsonValue value : values) {
            if (distinct.isEmpty() || !BsonOrder.equal(distinct.get(distinct.size() - 1), value)) {
                distinct.add(value);
            }
        }
        return distinct;
    }

    private @Nullable List<Interval> intervals(FilterNode node, String path, boolean multikey) {
        if (node instanceof FilterNode.Path leaf) {
            return intervals(leaf, path);
        }
        if (node instanceof FilterNode.And and) {
            return all(and.children(), path, multikey);
        }
        if (node instanceof FilterNode.Or or) {
            List<Interval> union = new ArrayList<>();
            for (FilterNode child : or.children()) {
                @Nullable List<Interval> intervals = intervals(child, path, multikey);
                if (intervals == null) {
                    return null;
                }
                union.addAll(intervals);
            }
            return joined(union);
        }
        if (node instanceof FilterNode.Constant constant && !constant.result()) {
            return List.of();
        }
        // What does not exist is stored as null; with arrays on the way there may be no entry that says so.
        if (!multikey
                && node instanceof FilterNode.Not not
                && not.child() instanceof FilterNode.Path leaf
                && leaf.operator().equals("$exists")
                && leaf.path().text().equals(path)) {
            return List.of(Interval.point(BsonNull.VALUE));
        }
        return null;
    }

    private @Nullable List<Interval> all(List<FilterNode> nodes, String path, boolean multikey) {
        @Nullable List<Interval> result = null;
        for (FilterNode node : nodes) {
            @Nullable List<Interval> intervals = intervals(node, path, multikey);
            if (intervals == null) {
                continue;
            }
            if (result == null) {
                result = intervals;
            } else {
                result = multikey ? narrower(result, intervals) : intersection(result, intervals);
            }
        }
        return result;
    }

    private static List<Interval> narrower(List<Interval> left, List<Interval> right) {
        boolean leftPoints = left.stream().allMatch(Interval::isPoint);
        boolean rightPoints = right.stream().allMatch(Interval::isPoint);
        if (leftPoints != rightPoints) {
            return leftPoints ? left : right;
        }
        return right.size() < left.size() ? right : left;
    }

    private @Nullable List<Interval> intervals(FilterNode.Path leaf, String path) {
        String dotted = leaf.path().text();
        if (leaf.predicate() instanceof FilterNode.ElementPredicate elements) {
            // About elements of an element: an array in an array has one entry, not one for each of its elements.
            return dotted.isEmpty() ? null : ofElements(elements, dotted, path);
        }
        if (!dotted.equals(path)) {
            return null;
        }
        BsonValue operand = leaf.operand();
        return switch (leaf.operator()) {
            case "$eq" -> ofMember(operand);
            case "$in" -> ofMembers(operand.asArray());
            case "$gt" -> range(operand, false, false);
            case "$gte" -> range(operand, false, true);
            case "$lt" -> range(operand, true, false);
            case "$lte" -> range(operand, true, true);
            case "$regex" -> ofRegex(operand.asRegularExpression());
            default -> null;
        };
    }

    /** One element meets all demands inside of an {@code $elemMatch}, so those intersect whatever else is multikey. */
    private @Nullable List<Interval> ofElements(FilterNode.ElementPredicate elements, String arrayPath, String path) {
        FilterNode filter = elements.elementFilter();
        if (elements.aboutValue()) {
            return arrayPath.equals(path) ? intervals(filter, "", false) : null;
        }
        if (!path.startsWith(arrayPath)
                || path.length() <= arrayPath.length()
                || path.charAt(arrayPath.length()) != '.') {
            return null;
        }
        return intervals(filter, path.substring(arrayPath.length() + 1), true);
    }

    /** Arrays have entries for their elements, and none for themselves: being equal to one is no range of entries. */
    private @Nullable List<Interval> ofMember(BsonValue value) {
        @Nullable BsonValue point = value instanceof BsonArray ? null : keyOf(value);
        return point == null ? null : List.of(Interval.point(point));
    }

    /** What stands for an operand; null when it stands elsewhere to the filter than to those who ask. */
    private @Nullable BsonValue keyOf(BsonValue operand) {
        if (texts != null) {
            return texts.keyOf(operand);
        }
        return Collation.concerns(operand) ? null : operand;
    }

    private @Nullable List<Interval> ofMembers(BsonArray members) {
        List<Interval> union = new ArrayList<>(members.size());
        for (BsonValue member : members) {
            @Nullable
            List<Interval> intervals =
                    member instanceof BsonRegularExpression regex ? ofRegex(regex) : ofMember(member);
            if (intervals == null) {
                return null;
            }
            union.addAll(intervals);
        }
        return joined(union);
    }

    private @Nullable List<Interval> range(BsonValue bound, boolean below, boolean inclusive) {
        @Nullable BsonValue operand = bound instanceof BsonArray ? null : keyOf(bound);
        if (operand == null) {
            return null;
        }
        if (Numbers.isNaN(operand)) {
            return inclusive ? List.of(Interval.point(operand)) : List.of();
        }
        Interval bracket = TypeBracket.around(operand);
        if (!bracket.contains(operand) || bracket.lower().getBsonType() == BsonType.MIN_KEY) {
            return null;
        }
        Interval wanted = below
                ? new Interval(bracket.lower(), bracket.lowerInclusive(), operand, inclusive)
                : new Interval(operand, inclusive, bracket.upper(), bracket.upperInclusive());
        @Nullable Interval range = wanted.intersect(bracket);
        return range == null ? List.of() : List.of(range);
    }

    private @Nullable List<Interval> ofRegex(BsonRegularExpression regex) {
        // A regular expression looks at texts as they are, and only those in the order of their bytes have a prefix.
        String prefix = texts == BinaryOrder.INSTANCE ? RegexPrefix.of(regex) : "";
        if (prefix.isEmpty()) {
            return null;
        }
        @Nullable String end = RegexPrefix.successor(prefix);
        BsonValue upper = end == null ? new BsonDocument() : new BsonString(end);
        return joined(new ArrayList<>(List.of(
                new Interval(new BsonString(prefix), true, upper, false),
                // A stored regular expression equal to this one matches too.
                Interval.point(regex))));
    }

    private static List<Interval> intersection(List<Interval> left, List<Interval> right) {
        List<Interval> both = new ArrayList<>();
        for (Interval one : left) {
            for (Interval other : right) {
                @Nullable Interval shared = one.intersect(other);
                if (shared != null) {
                    both.add(shared);
                }
            }
        }
        return joined(both);
    }

    private static List<Interval> joined(List<Interval> intervals) {
        intervals.sort(BY_LOWER);
        List<Interval> joined = new ArrayList<>(intervals.size());
        for (Interval interval : intervals) {
            int last = joined.size() - 1;
            if (last >= 0 && joined.get(last).touches(interval)) {
                joined.set(last, joined.get(last).join(interval));
            } else {
                joined.add(interval);
            }
        }
        return joined;
    }
}
