package io.counterpoint.query.aggregate;

import io.counterpoint.base.check.Invariants;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.DocumentTransform;
import io.counterpoint.query.aggregate.flow.NestedPipeline;
import io.counterpoint.query.aggregate.flow.Nesting;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageAbility;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageEntry;
import io.counterpoint.query.aggregate.stage.Stages;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/**
 * A parsed aggregation pipeline. Immutable; any thread; runs any number of times.
 *
 * <p>Source: MongoDB manual, "Aggregation Pipeline".
 */
public final class Pipeline implements NestedPipeline {
    private final List<Stage> stages;
    private final QueryContext context;

    Pipeline(List<Stage> stages, QueryContext context) {
        this.stages = List.copyOf(stages);
        this.context = context;
    }

    /**
     * Parses the {@code pipeline} of a client's {@code aggregate} command.
     *
     * @throws CommandException with MongoDB's code and text, for what is no pipeline or holds a stage that is not
     *     supported
     */
    public static Pipeline parse(BsonArray stages, QueryContext context) {
        return parse(stages, PipelineDoor.CLIENT, context);
    }

    /** As {@link #parse(BsonArray, QueryContext)}. */
    public static Pipeline parse(List<BsonDocument> stages, QueryContext context) {
        return parse(new BsonArray(stages), PipelineDoor.CLIENT, context);
    }

    /**
     * Parses a pipeline that came through a door: routers may send halves of stages, clients may not.
     *
     * @throws CommandException as above
     */
    public static Pipeline parse(BsonArray stages, PipelineDoor door, QueryContext context) {
        return new PipelineParser(door, Nesting.NONE, context).parsePipeline(stages);
    }

    /**
     * Parses the pipeline of an update.
     *
     * @throws CommandException InvalidOptions for a stage that an update may not use
     */
    public static Pipeline parseUpdate(BsonArray stages, QueryContext context) {
        return new PipelineParser(PipelineDoor.CLIENT, Nesting.UPDATE, context).parsePipeline(stages);
    }

    /** The stages in the order in which they run, short forms written out. */
    public List<Stage> stages() {
        return stages;
    }

    @Override
    public List<BsonDocument> toBson() {
        return stages.stream().map(Stage::toBson).toList();
    }

    /** Whether the first stage brings its own documents, so that the collection is not read. */
    public boolean hasOwnSource() {
        return !stages.isEmpty() && Stages.of(stages.get(0)).can(StageAbility.SOURCE);
    }

    /**
     * Refuses a pipeline whose first stage does not go with the namespace of the command.
     *
     * @param collection of the command; empty for {@code aggregate: 1}
     * @throws CommandException InvalidNamespace
     */
    public void checkNamespace(String database, String collection) {
        NamespaceRules.check(stages, database, collection);
    }

    /**
     * Refuses stages that are not part of the stable API.
     *
     * @throws CommandException APIStrictError (323)
     */
    public void checkStable() {
        for (Stage stage : stages) {
            StageEntry entry = Stages.of(stage);
            if (entry.can(StageAbility.UNSTABLE)) {
                throw new CommandException(
                        ErrorCode.API_STRICT_ERROR,
                        "stage " + entry.name() + " is not allowed with 'apiStrict: true' in API Version 1");
            }
        }
    }

    /**
     * Refuses stages that cannot run in a transaction.
     *
     * @throws CommandException OperationNotSupportedInTransaction (263)
     */
    public void checkTransaction() {
        for (Stage stage : stages) {
            if (Stages.of(stage).can(StageAbility.OUTSIDE_TRANSACTIONS)) {
                throw new CommandException(
                        ErrorCode.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
                        "Operation not permitted in transaction :: caused by :: Aggregation stage "
                                + stage.name()
                                + " cannot run within a multi-document transaction.");
            }
        }
    }

    /** Whether the last stage writes: {@code $out} or {@code $merge}. Its output is empty. */
    public boolean writes() {
        return !stages.isEmpty() && Stages.of(stages.get(stages.size() - 1)).can(StageAbility.LAST);
    }

    /** Whether stages as they are sent, right or wrong, end with one that writes. */
    public static boolean writes(BsonArray stages) {
        return !stages.isEmpty()
                && stages.get(stages.size() - 1) instanceof BsonDocument last
                && !last.isEmpty()
                && Stages.find(last.getFirstKey())
                        .filter(entry -> entry.can(StageAbility.LAST))
                        .isPresent();
    }

    @Override
    public DocumentIterator run(DocumentIterator source, StageContext runContext) {
        DocumentIterator flow = source;
        boolean complete = false;
        try {
            for (Stage stage : stages) {
                flow = stage.apply(flow, runContext);
            }
            complete = true;
            return flow;
        } finally {
            if (!complete) {
                flow.close();
            }
        }
    }

    /**
     * What the pipeline makes of one document. Only for pipelines of updates, whose stages look at single documents.
     */
    public BsonDocument transform(BsonDocument document) {
        BsonDocument result = document;
        for (Stage stage : stages) {
            Invariants.check(stage instanceof DocumentTransform, "an update's stages look at single documents");
            result = ((DocumentTransform) stage).transform(result);
        }
        return result;
    }

    /**
     * The same pipeline in a form that is cheaper to run: a {@code $match} before a {@code $sort} instead of after it,
     * one {@code $match} instead of several, a {@code $limit} known to the {@code $sort} before it.
     */
    public Pipeline optimized() {
        return new Pipeline(PipelineOptimizer.optimize(stages, context), context);
    }

    /**
     * The same pipeline in another context, such as under another collation.
     *
     * @throws CommandException for what is refused there: boundaries out of order, for example
     */
    public Pipeline under(QueryContext other) {
        return new PipelineParser(PipelineDoor.ROUTER, Nesting.NONE, other)
                .parsePipeline(new BsonArray(toBson()))
                .optimized();
    }

    /** What a query planner can do in place of the first stages. */
    public PipelinePrefix prefix() {
        return PipelinePrefix.of(stages);
    }

    /** The pipeline without its first stages. */
    public Pipeline after(int stageCount) {
        return new Pipeline(stages.subList(stageCount, stages.size()), context);
    }

    /** What shards do and what is left to the router, over a sharded collection. */
    public SplitPipeline split() {
        return PipelineSplitter.split(stages, context);
    }

    @Override
    public String toString() {
        return toBson().toString();
    }
}
