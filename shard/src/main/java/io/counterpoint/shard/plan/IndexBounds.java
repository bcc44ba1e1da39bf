package io.counterpoint.shard.plan;

import io.counterpoint.bson.key.HashedKey;
import io.counterpoint.bson.key.KeyBuffer;
import io.counterpoint.bson.key.KeyEncoding;
import io.counterpoint.query.filter.FilterBounds;
import io.counterpoint.query.filter.Interval;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.catalog.IndexField;
import io.counterpoint.shard.index.IndexEntries;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * The part of an index that a filter leaves: bounds per field, and the ranges of keys they come to.
 *
 * <pre>
 * index { a: 1, b: 1, c: 1 }   filter { a: 5, b: { $gt: 3 }, c: 7 }
 * bounds                       a: [5, 5]   b: (3, inf.0]   c: [MinKey, MaxKey]
 * ranges                       from after (5, 3) to (5, infinity)
 * </pre>
 *
 * <p>Ranges are exact for leading fields that are fixed to single values and for the first field behind them; from
 * there on every key must be looked at, so further fields are left to the filter.
 */
final class IndexBounds {
    /**
     * Combinations of values of leading fields beyond which the rest is left to the filter; a single {@code $in} may be
     * longer.
     */
    private static final int COMBINATION_COUNT_MAX = 4_096;

    private final IndexDescription index;
    private final List<FieldBounds> fields;
    private final int exactCount;
    private final boolean comparesAlike;

    private IndexBounds(IndexDescription index, List<FieldBounds> fields, int exactCount, boolean comparesAlike) {
        this.index = index;
        this.fields = List.copyOf(fields);
        this.exactCount = exactCount;
        this.comparesAlike = comparesAlike;
    }

    /** All of an index, whatever is demanded. */
    static IndexBounds whole(IndexDescription index, Demands demands) {
        return new IndexBounds(
                index, Collections.nCopies(index.fields().size(), FieldBounds.ALL), 0, demands.compareLike(index));
    }

    /** What a filter leaves of an index. */
    static IndexBounds of(IndexDescription index, Demands demands) {
        FilterBounds filter = demands.in(index);
        List<FieldBounds> fields = new ArrayList<>();
        int exactCount = 0;
        long combinations = 1;
        boolean open = true;
        boolean multikeyUsed = false;
        for (int i = 0; i < index.fields().size(); i++) {
            boolean multikey = (index.multikeyFields() >> i & 1) != 0;
            FieldBounds bounds = open ? bounds(index.fields().get(i), filter, multikey) : FieldBounds.ALL;
            // Fields below one array take their values from one element, a filter on both may be met by two: only the
            // first may narrow the scan.
            if (multikey && multikeyUsed) {
                bounds = FieldBounds.ALL;
            }
            if (bounds.arePoints()) {
                long more = combinations * bounds.intervals().size();
                if (i > 0 && more > COMBINATION_COUNT_MAX) {
                    bounds = FieldBounds.ALL;
                    open = false;
                } else {
                    combinations = more;
                    exactCount = open ? i + 1 : exactCount;
                }
            } else {
                open = false;
            }
            multikeyUsed |= multikey && !bounds.isAll();
            fields.add(bounds);
        }
        return new IndexBounds(index, fields, exactCount, demands.compareLike(index));
    }

    private static FieldBounds bounds(IndexField field, FilterBounds filter, boolean multikey) {
        // Where a number of the path has been the position of an element, filters see values that have no entries of
        // their own.
        if (multikey && field.mayNamePosition()) {
            return FieldBounds.ALL;
        }
        List<Interval> intervals = filter.intervals(field.path().text(), multikey);
        if (intervals == null) {
            return FieldBounds.ALL;
        }
        FieldBounds bounds = new FieldBounds(intervals);
        if (field.hashed()) {
            return bounds.arePoints() ? hashed(intervals) : FieldBounds.ALL;
        }
        return bounds;
    }

    private static FieldBounds hashed(List<Interval> points) {
        return new FieldBounds(points.stream()
                .mapToLong(point -> HashedKey.hash(point.lower()))
                .sorted()
                .distinct()
                .mapToObj(hash -> Interval.point(new BsonInt64(hash)))
                .toList());
    }

    IndexDescription index() {
        return index;
    }

    List<FieldBounds> fields() {
        return fields;
    }

    /** Whether index and request compare texts alike; if not, the order of the index is not the one asked for. */
    boolean comparesAlike() {
        return comparesAlike;
    }

    /** Leading fields that are fixed to single values. */
    int exactCount() {
        return exactCount;
    }

    /** Whether no key will do. */
    boolean isEmpty() {
        for (FieldBounds bounds : fields) {
            if (bounds.intervals().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the filter narrows the scan at all. */
    boolean narrows() {
        return !fields.get(0).isAll();
    }

    /** Whether a field is fixed to one value in all documents that the ranges hold. */
    boolean isConstant(int field) {
        return field < exactCount
                && fields.get(field).isOnePoint()
                && !index.fields().get(field).hashed()
                && (index.multikeyFields() >> field & 1) == 0;
    }

    /** Whether every range is one whole key of a unique index. */
    boolean areWholeKeys() {
        return index.unique() && exactCount == fields.size();
    }

    /** Ranges in the order of keys, none touching the next unless both are whole keys. */
    List<KeyRange> ranges() {
        List<byte[]> prefixes = new ArrayList<>();
        prefixes.add(IndexEntries.keyStart(index).toByteArray());
        for (int i = 0; i < exactCount; i++) {
            List<byte[]> longer = new ArrayList<>();
            for (byte[] prefix : prefixes) {
                for (Interval point : inKeyOrder(i)) {
                    longer.add(extend(prefix, point.lower(), i));
                }
            }
            prefixes = longer;
        }
        List<KeyRange> ranges = new ArrayList<>();
        boolean last = exactCount == fields.size() || fields.get(exactCount).isAll();
        for (byte[] prefix : prefixes) {
            if (last) {
                ranges.add(KeyRange.prefix(prefix));
                continue;
            }
            for (Interval interval : inKeyOrder(exactCount)) {
                ranges.add(range(prefix, interval));
            }
        }
        return ranges;
    }

    private List<Interval> inKeyOrder(int field) {
        List<Interval> intervals = fields.get(field).intervals();
        if (!index.fields().get(field).descending()) {
            return intervals;
        }
        List<Interval> reversed = new ArrayList<>(intervals);
        Collections.reverse(reversed);
        return reversed;
    }

    private KeyRange range(byte[] prefix, Interval interval) {
        byte[] low = extend(prefix, interval.lower(), exactCount);
        byte[] high = extend(prefix, interval.upper(), exactCount);
        if (index.fields().get(exactCount).descending()) {
            return range(high, interval.upperInclusive(), low, interval.lowerInclusive());
        }
        return range(low, interval.lowerInclusive(), high, interval.upperInclusive());
    }

    /** No encoded value begins with another, so what follows an end begins with it. */
    private static KeyRange range(byte[] first, boolean firstIncluded, byte[] last, boolean lastIncluded) {
        return new KeyRange(
                firstIncluded ? first : KeyEncoding.successor(first),
                lastIncluded ? KeyEncoding.successor(last) : last);
    }

    private byte[] extend(byte[] prefix, BsonValue value, int field) {
        return new KeyBuffer()
                .appendBytes(prefix)
                .appendValue(value, index.fields().get(field).descending())
                .toByteArray();
    }
}
