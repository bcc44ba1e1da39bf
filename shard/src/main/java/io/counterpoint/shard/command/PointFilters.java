package io.counterpoint.shard.command;

import io.counterpoint.query.filter.FilterBounds;
import io.counterpoint.shard.collection.RecordFinder;
import org.jspecify.annotations.Nullable;

/** Tells searches that are sure to be short, so that they may run where the request arrived. */
final class PointFilters {
    private PointFilters() {}

    /** Whether a selection names one {@code _id}; true also for a statement that is refused and searches nothing. */
    static boolean isPoint(RecordFinder.@Nullable Selection selection) {
        return selection == null || FilterBounds.of(selection.filter()).equality("_id") != null;
    }
}
