package io.counterpoint.query.update;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.Pipeline;
import io.counterpoint.query.filter.EqualityFields;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.update.path.Sameness;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** An aggregation pipeline that computes the new document from the old one. */
final class PipelineUpdate extends Update {
    private final Pipeline pipeline;

    private PipelineUpdate(Pipeline pipeline) {
        super(UpdateKind.PIPELINE);
        this.pipeline = pipeline;
    }

    static PipelineUpdate parse(BsonArray stages, QueryContext context) {
        return new PipelineUpdate(Pipeline.parseUpdate(stages, context));
    }

    @Override
    public UpdateOutcome apply(BsonDocument current, Filter matchedBy) {
        BsonDocument result = IdField.keep(pipeline.transform(current), current.get(IdField.NAME));
        boolean modified = !Sameness.same(current, result);
        return new UpdateOutcome(modified ? result : current, modified);
    }

    @Override
    public BsonDocument upsertDocument(Filter filter) {
        BsonDocument seed = EqualityFields.seed(EqualityFields.of(filter));
        return IdField.keep(pipeline.transform(seed), seed.get(IdField.NAME));
    }

    @Override
    public TouchedFields touchedFields() {
        return TouchedFields.anyField();
    }
}
