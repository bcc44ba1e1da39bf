package io.counterpoint.router.command;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.Pipeline;
import io.counterpoint.router.rpc.ClientSession;
import org.bson.BsonDocument;

/**
 * A pipeline to be run over a collection.
 *
 * @param namespace the collection; an empty name for {@code aggregate: 1}
 * @param pipeline its stages
 * @param context variables and time
 * @param fields what goes along to shards beside the pipeline: {@code let}, {@code hint}, {@code allowDiskUse}, …
 * @param batchSize most documents of the first batch
 * @param session the client's session
 * @param deadlineNanos when the time is over
 */
record PipelineRun(
        Namespace namespace,
        Pipeline pipeline,
        QueryContext context,
        BsonDocument fields,
        int batchSize,
        ClientSession session,
        long deadlineNanos) {
    /** The same run over what a view comes to. */
    PipelineRun over(ViewResolver.Resolved view) {
        Pipeline whole = Pipeline.parse(view.with(pipeline.toBson()), context).optimized();
        return new PipelineRun(view.namespace(), whole, context, fields, batchSize, session, deadlineNanos);
    }

    boolean hasCollection() {
        return !namespace.collection().isEmpty();
    }
}
