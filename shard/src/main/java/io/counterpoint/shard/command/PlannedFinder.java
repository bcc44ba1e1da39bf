package io.counterpoint.shard.command;

import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.collection.RecordFinder;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.plan.PlanRequest;
import io.counterpoint.shard.plan.PlanRunner;
import io.counterpoint.shard.plan.Planner;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the documents of writes with the planner that reads use. */
final class PlannedFinder implements RecordFinder {
    @Override
    public @Nullable Found first(WriteContext context, CollectionDescription collection, Selection selection) {
        try (PlanRunner runner = runner(context, collection, selection, 1)) {
            return runner.next() ? new Found(runner.recordId(), runner.document()) : null;
        }
    }

    @Override
    public List<Long> all(WriteContext context, CollectionDescription collection, Selection selection) {
        Set<Long> records = new LinkedHashSet<>();
        try (PlanRunner runner = runner(context, collection, selection, 0)) {
            while (runner.next()) {
                records.add(runner.recordId());
            }
        }
        return List.copyOf(records);
    }

    private static PlanRunner runner(
            WriteContext context, CollectionDescription collection, Selection selection, long limit) {
        PlanRequest request =
                new PlanRequest(collection, selection.filter(), selection.sort(), selection.hint(), 0, limit);
        return new PlanRunner(Planner.plan(request), context.view(), context::checkTime);
    }
}
