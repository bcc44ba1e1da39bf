package io.counterpoint.query.aggregate;

import io.counterpoint.base.check.Invariants;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.DocumentTransform;
import io.counterpoint.query.aggregate.flow.NestedPipeline;
import io.counterpoint.query.aggregate.flow.Nesting;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageAbility;
import io.counterpoint.query.aggregate.flow.StageContext;
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

    Pipeline(List<Stage> stages) {
        this.stages = List.copyOf(stages);
    }

    /**
     * Parses the {@code pipeline} of a client's {@code aggregate} command.
     *
     * @throws io.counterpoint.base.error.CommandException with MongoDB's code and text, for what is no pipeline or holds a stage that is not supported
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
     * @throws io.counterpoint.base.error.CommandException as above
     */
    public static Pipeline parse(BsonArray stages, PipelineDoor door, QueryContext context) {
        return new Pipeline(new PipelineParser(door, Nesting.NONE, context).parseStages(stages));
    }

    /**
     * Parses the pipeline of an update.
     *
     * @throws io.counterpoint.base.error.CommandException InvalidOptions for a stage that an update may not use
     */
    public static Pipeline parseUpdate(BsonArray stages, QueryContext context) {
        return new Pipeline(new PipelineParser(PipelineDoor.CLIENT, Nesting.UPDATE, context).parseStages(stages));
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

    /** Whether the pipeline can stand in {@code aggregate: 1}, which names no collection. */
    public boolean runsWithoutCollection() {
        return !stages.isEmpty() && Stages.of(stages.get(0)).can(StageAbility.WITHOUT_COLLECTION);
    }

    /** Whether the last stage writes: {@code $out} or {@code $merge}. Its output is empty. */
    public boolean writes() {
        return !stages.isEmpty() && Stages.of(stages.get(stages.size() - 1)).can(StageAbility.LAST);
    }

    @Override
    public DocumentIterator run(DocumentIterator source, StageContext context) {
        DocumentIterator flow = source;
        for (Stage stage : stages) {
            flow = stage.apply(flow, context);
        }
        return flow;
    }

    /** What the pipeline makes of one document. Only for pipelines of updates, whose stages look at single documents. */
    public BsonDocument transform(BsonDocument document) {
        BsonDocument result = document;
        for (Stage stage : stages) {
            Invariants.check(stage instanceof DocumentTransform, "an update's stages look at single documents");
            result = ((DocumentTransform) stage).transform(result);
        }
        return result;
    }

    /**
     * The same pipeline in a form that is cheaper to run: a {@code $match} before a {@code $sort} instead of after it, a {@code $limit} known to the {@code $sort}
     * before it.
     */
    public Pipeline optimized() {
        return new Pipeline(PipelineOptimizer.optimize(stages));
    }

    /** What a query planner can do in place of the first stages. */
    public PipelinePrefix prefix() {
        return PipelinePrefix.of(stages);
    }

    /** The pipeline without its first stages. */
    public Pipeline after(int stageCount) {
        return new Pipeline(stages.subList(stageCount, stages.size()));
    }

    /** What shards do and what is left to the router, over a sharded collection. */
    public SplitPipeline split() {
        return PipelineSplitter.split(stages);
    }

    @Override
    public String toString() {
        return toBson().toString();
    }
}
