package io.counterpoint.shard.plan;

import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.query.filter.Interval;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.catalog.IndexField;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDouble;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * One index as a way to serve a request, with what it would cost.
 *
 * @param bounds what the filter leaves of it
 * @param order whether its order is the one asked for
 */
record IndexChoice(IndexBounds bounds, Order order) {
    /** How the order of an index stands to the one asked for. */
    enum Order {
        FORWARD,
        REVERSE,
        OTHER
    }

    /*
     * Cost relative to fetching the whole collection through the index. Without statistics nothing better than the customary guesses of selectivity is honest. Sorting costs little per
     * document but must hold them all and gives nothing before the last: so an index in the order asked for is preferred to a sort, unless another one leaves much less. A collection scan
     * takes no part: like MongoDB, the planner scans only when no index narrows the search or gives the order.
     */
    private static final double SORT_COST = 2;
    private static final double POINT_SHARE = 0.01;
    private static final double CLOSED_RANGE_SHARE = 0.1;
    private static final double OPEN_RANGE_SHARE = 0.33;

    static IndexChoice of(IndexBounds bounds, SortPattern sort) {
        return new IndexChoice(bounds, order(bounds, sort));
    }

    /** Whether it is one read of one key, which nothing can beat. */
    boolean isPoint() {
        return bounds.areWholeKeys() && bounds.fields().stream().allMatch(FieldBounds::isOnePoint);
    }

    /** What it would cost, for comparison with other indexes only. */
    double cost() {
        if (bounds.areWholeKeys()) {
            return 1e-9 * bounds.fields().get(0).intervals().size();
        }
        double share = 1;
        List<FieldBounds> fields = bounds.fields();
        for (int i = 0; i <= bounds.exactCount() && i < fields.size(); i++) {
            share *= share(fields.get(i));
        }
        return order == Order.OTHER ? withSort(share) : share;
    }

    /** The cost of something whose documents must be sorted. */
    static double withSort(double cost) {
        return cost * (1 + SORT_COST);
    }

    private static double share(FieldBounds bounds) {
        if (bounds.isAll()) {
            return 1;
        }
        double share = 0;
        for (Interval interval : bounds.intervals()) {
            if (interval.isPoint()) {
                share += POINT_SHARE;
            } else {
                share += isOpen(interval) ? OPEN_RANGE_SHARE : CLOSED_RANGE_SHARE;
            }
        }
        return Math.min(share, 0.9);
    }

    /** Whether one end is only where the type ends: <code>{$gt: 5}</code>. */
    private static boolean isOpen(Interval interval) {
        return BsonOrder.typeRank(interval.lower()) != BsonOrder.typeRank(interval.upper())
                || isExtreme(interval.lower())
                || isExtreme(interval.upper());
    }

    private static boolean isExtreme(BsonValue value) {
        if (value instanceof BsonDouble number) {
            return Double.isInfinite(number.getValue());
        }
        if (value instanceof BsonDateTime date) {
            return date.getValue() == Long.MIN_VALUE || date.getValue() == Long.MAX_VALUE;
        }
        return value instanceof BsonString text && text.getValue().isEmpty();
    }

    /**
     * Fields that are fixed to one value may stand anywhere in the order asked for, and anywhere in the index; the
     * others must come in the same sequence, all in the index's direction or all against it. A field that meets arrays
     * has an entry per element and gives no order of documents.
     */
    private static Order order(IndexBounds bounds, SortPattern sort) {
        List<IndexField> indexFields = bounds.index().fields();
        Order order = null;
        int at = 0;
        for (SortPattern.Field wanted : sort.fields()) {
            if (isConstant(bounds, wanted)) {
                continue;
            }
            while (at < indexFields.size()
                    && bounds.isConstant(at)
                    && !indexFields.get(at).path().equals(wanted.path())) {
                at++;
            }
            if (at == indexFields.size() || !bounds.comparesAlike() || !givesOrder(bounds.index(), at, wanted)) {
                return Order.OTHER;
            }
            Order fieldOrder = wanted.ascending() != indexFields.get(at).descending() ? Order.FORWARD : Order.REVERSE;
            if (order != null && order != fieldOrder) {
                return Order.OTHER;
            }
            order = fieldOrder;
            at++;
        }
        return order == null ? Order.FORWARD : order;
    }

    private static boolean isConstant(IndexBounds bounds, SortPattern.Field wanted) {
        List<IndexField> fields = bounds.index().fields();
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).path().equals(wanted.path())) {
                return bounds.isConstant(i);
            }
        }
        return false;
    }

    private static boolean givesOrder(IndexDescription index, int position, SortPattern.Field wanted) {
        IndexField field = index.fields().get(position);
        return field.path().equals(wanted.path()) && !field.hashed() && (index.multikeyFields() >> position & 1) == 0;
    }
}
