package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
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
 * @param patience how long it may take
 */
record PipelineRun(
        Namespace namespace,
        Pipeline pipeline,
        QueryContext context,
        BsonDocument fields,
        int batchSize,
        ClientSession session,
        Patience patience) {
    private static final String COLLATION = "collation";

    /**
     * The same over a collection of this collation, which counts unless another one was asked for. Mostly it is known
     * when the pipeline is read, and this is the run itself.
     */
    PipelineRun over(Collation ofCollection) {
        boolean asked = fields.get(COLLATION) instanceof BsonDocument collation && !collation.isEmpty();
        if (asked || context.collation().equals(ofCollection)) {
            return this;
        }
        QueryContext collated = context.withCollation(ofCollection);
        return new PipelineRun(namespace, pipeline.under(collated), collated, fields, batchSize, session, patience);
    }

    /**
     * Refuses a read of a view under another collation than the view's: its pipeline was written for that one.
     *
     * @throws CommandException OptionNotSupportedOnView (167)
     */
    void checkViewCollation(Collation ofView) {
        if (!context.collation().equals(ofView)) {
            throw new CommandException(
                    ErrorCode.OPTION_NOT_SUPPORTED_ON_VIEW, "Cannot override a view's default collation");
        }
    }

    /** The same run over what a view comes to. The collation of what is below does not count. */
    PipelineRun over(ViewResolver.Resolved view) {
        Pipeline whole = Pipeline.parse(view.with(pipeline.toBson()), context).optimized();
        BsonDocument collated =
                fields.clone().append(COLLATION, context.collation().toDocument());
        return new PipelineRun(view.namespace(), whole, context, collated, batchSize, session, patience);
    }

    boolean hasCollection() {
        return !namespace.collection().isEmpty();
    }
}
