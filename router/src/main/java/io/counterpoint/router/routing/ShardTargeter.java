package io.counterpoint.router.routing;

import io.counterpoint.cluster.chunk.RoutingTable;
import io.counterpoint.cluster.key.ShardKey;
import io.counterpoint.cluster.key.ShardKeyField;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.filter.FilterBounds;
import io.counterpoint.query.filter.Interval;
import io.counterpoint.router.catalog.CollectionRouting;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Decides which shards can have documents that a filter selects. Pure; any thread.
 *
 * <p>Equalities at the top of the filter that fix the whole key are found in its bytes, without parsing it: what a find
 * or a write by {@code _id} needs. Everything else goes by the bounds of the parsed filter: a set of values for each
 * field gives points, a range of a ranged field gives the chunks it meets. Where several shards stay possible, the
 * answer may be wider than needed, never narrower.
 */
public final class ShardTargeter {
    /**
     * Beyond so many combinations of values, all chunks of the range are taken instead of looking each combination up.
     */
    private static final int POINTS_MAX = 1_000;

    private ShardTargeter() {}

    /**
     * The one shard that can have what the filter selects, as far as its equalities tell; null when they leave more
     * than one.
     *
     * @param collation of the filter: under another than the simple one, texts equal many keys
     */
    public static @Nullable String onlyShard(CollectionRouting routing, BsonDocument filter, Collation collation) {
        if (routing.onOneShard()) {
            return routing.shards().get(0);
        }
        ShardKey key = keyFixedBy(routing, filter, collation);
        return key == null ? null : routing.table().shardOf(key);
    }

    /** The one key of all documents that the filter selects; null when its equalities leave several. */
    public static @Nullable ShardKey keyFixedBy(CollectionRouting routing, BsonDocument filter, Collation collation) {
        return collation.isSimple()
                ? routing.pattern().keyFixedBy(filter)
                : routing.pattern().keyFixedBy(filter, value -> !Collation.concerns(value));
    }

    /**
     * The shards that can have what the filter selects.
     *
     * @return sorted names; one, if no document can match, so that somebody answers
     * @throws io.counterpoint.base.error.CommandException when the filter is none
     */
    public static List<String> shardsFor(CollectionRouting routing, BsonDocument filter, QueryContext context) {
        String only = onlyShard(routing, filter, context.collation());
        if (only != null) {
            return List.of(only);
        }
        if (filter.isEmpty()) {
            return routing.shards();
        }
        Set<String> possible = possible(routing.table(), FilterBounds.of(Filter.parse(filter, context)));
        return possible.isEmpty() ? routing.shards().subList(0, 1) : List.copyOf(possible);
    }

    private static Set<String> possible(RoutingTable table, FilterBounds bounds) {
        ShardKeyPattern pattern = table.pattern();
        List<List<BsonValue>> prefixes = new ArrayList<>();
        prefixes.add(List.of());
        for (ShardKeyField field : pattern.fields()) {
            List<BsonValue> points = bounds.points(field.path());
            if (points == null || (long) points.size() * prefixes.size() > POINTS_MAX) {
                return withOpenField(table, bounds, prefixes, field);
            }
            List<List<BsonValue>> longer = new ArrayList<>();
            for (List<BsonValue> prefix : prefixes) {
                for (BsonValue point : points) {
                    longer.add(appended(prefix, point));
                }
            }
            prefixes = longer;
        }
        Set<String> shards = new TreeSet<>();
        prefixes.forEach(values -> shards.add(table.shardOf(pattern.keyOfValues(values))));
        return shards;
    }

    /** All fields before this one are fixed to some values; this one is a range at best, those behind it are open. */
    private static Set<String> withOpenField(
            RoutingTable table, FilterBounds bounds, List<List<BsonValue>> prefixes, ShardKeyField field) {
        List<Interval> intervals = field.hashed() ? null : bounds.intervals(field.path(), false);
        List<Interval> ranges =
                intervals == null ? List.of(new Interval(new BsonMinKey(), true, new BsonMaxKey(), true)) : intervals;
        Set<String> shards = new TreeSet<>();
        for (List<BsonValue> prefix : prefixes) {
            for (Interval range : ranges) {
                ShardKey from = filled(table.pattern(), appended(prefix, range.lower()), new BsonMinKey());
                ShardKey to = filled(table.pattern(), appended(prefix, range.upper()), new BsonMaxKey());
                shards.addAll(table.shardsBetween(from, to));
            }
        }
        return shards;
    }

    private static List<BsonValue> appended(List<BsonValue> prefix, BsonValue value) {
        List<BsonValue> longer = new ArrayList<>(prefix);
        longer.add(value);
        return longer;
    }

    /** A key whose first fields have values, hashed where the pattern says so, and whose others are at one end. */
    private static ShardKey filled(ShardKeyPattern pattern, List<BsonValue> values, BsonValue end) {
        List<BsonValue> all = new ArrayList<>(values);
        while (all.size() < pattern.fields().size()) {
            all.add(end);
        }
        return pattern.keyOfRange(all);
    }
}
