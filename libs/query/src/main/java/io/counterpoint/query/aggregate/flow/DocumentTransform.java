package io.counterpoint.query.aggregate.flow;

import org.bson.BsonDocument;

/** A stage that makes one document of each document, without looking at any other. */
public interface DocumentTransform extends Stage {
    /**
     * What becomes of one document.
     *
     * @param document never changed
     */
    BsonDocument transform(BsonDocument document);

    @Override
    default DocumentIterator apply(DocumentIterator input, StageContext context) {
        return input.map(this::transform);
    }

    @Override
    default StageSplit split() {
        return new StageSplit.OnShards();
    }
}
