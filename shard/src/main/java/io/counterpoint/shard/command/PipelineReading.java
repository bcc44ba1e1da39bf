package io.counterpoint.shard.command;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.Pipeline;
import io.counterpoint.query.aggregate.PipelinePrefix;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.plan.ExecutionGuard;
import io.counterpoint.shard.plan.Plan;
import io.counterpoint.shard.plan.PlanRequest;
import io.counterpoint.shard.plan.PlanRunner;
import io.counterpoint.shard.plan.Planner;
import io.counterpoint.shard.storage.StoreView;
import java.util.NoSuchElementException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a pipeline from a collection: what the planner can do with indexes it does, the rest is left to the stages.
 *
 * @param collection null when there is none: then the pipeline gets no documents
 */
record PipelineReading(
        @Nullable CollectionDescription collection, StoreView view, ExecutionGuard guard, QueryContext query) {
    DocumentIterator run(Pipeline pipeline, StageContext context) {
        return run(pipeline, context, null);
    }

    /**
     * Runs a pipeline.
     *
     * @param hint name or key pattern of an index; null leaves the choice open
     */
    DocumentIterator run(Pipeline pipeline, StageContext context, @Nullable BsonValue hint) {
        if (pipeline.hasOwnSource() || collection == null) {
            return pipeline.run(DocumentIterator.empty(), context);
        }
        PipelinePrefix prefix = pipeline.prefix();
        Plan plan = plan(collection, prefix, query, hint);
        boolean sorted = prefix.sort() != null && !plan.hasBlockingSort();
        if (!sorted && prefix.sort() != null) {
            // The stage sorts as well as a plan would, and knows the limits of the stages behind it.
            plan = Planner.plan(request(collection, prefix, query, hint));
        }
        int done = sorted ? prefix.stagesAfterSort() : prefix.stagesAfterFilter();
        return pipeline.after(done).run(documents(plan), context);
    }

    /** The plan for a prefix, its sort included. */
    static Plan plan(
            CollectionDescription collection, PipelinePrefix prefix, QueryContext query, @Nullable BsonValue hint) {
        SortPattern sort = prefix.sort();
        PlanRequest request = request(collection, prefix, query, hint);
        return Planner.plan(sort == null ? request : request.withSort(toDocument(sort)));
    }

    private static PlanRequest request(
            CollectionDescription collection, PipelinePrefix prefix, QueryContext query, @Nullable BsonValue hint) {
        Filter filter = prefix.filter();
        return PlanRequest.of(collection, filter == null ? Filter.parse(new BsonDocument(), query) : filter)
                .withHint(hint);
    }

    private static BsonDocument toDocument(SortPattern pattern) {
        BsonDocument document = new BsonDocument();
        for (SortPattern.Field field : pattern.fields()) {
            document.put(field.path().text(), new BsonInt32(field.ascending() ? 1 : -1));
        }
        return document;
    }

    private DocumentIterator documents(Plan plan) {
        PlanRunner runner = new PlanRunner(plan, view, guard);
        return new DocumentIterator() {
            private boolean ahead;
            private boolean there;

            @Override
            public boolean hasNext() {
                if (!ahead) {
                    there = runner.next();
                    ahead = true;
                }
                return there;
            }

            @Override
            public BsonDocument next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("no more documents");
                }
                ahead = false;
                return runner.document();
            }

            @Override
            public void close() {
                runner.close();
            }
        };
    }
}
