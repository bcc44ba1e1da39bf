package io.counterpoint.query.aggregate.flow;

import java.util.List;
import org.bson.BsonDocument;

/** A pipeline inside a stage. Immutable; any thread. */
public interface NestedPipeline {
    /**
     * Runs all stages.
     *
     * @param source closed by the result
     */
    DocumentIterator run(DocumentIterator source, StageContext context);

    /** The stages as documents. */
    List<BsonDocument> toBson();
}
