package io.counterpoint.router.command;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.Pipeline;
import io.counterpoint.query.collation.Collation;
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
    private static final String COLLATION = "collation";

    /**
     * The same over a collection of this collation, which counts unless another one was asked for. Mostly it is known
     * when the pipeline is read, and this is the run itself.
     */
    PipelineRun over(Collation ofCollection) {
        if (fields.get(COLLATION) instanceof BsonDocument asked && !asked.isEmpty()) {
            return this;
        }
        QueryContext collated = context.withCollation(ofCollection);
        return collated == context
                ? this
                : new PipelineRun(
                        namespace, pipeline.under(collated), collated, fields, batchSize, session, deadlineNanos);
    }

    boolean hasCollection() {
        return !namespace.collection().isEmpty();
    }
}
