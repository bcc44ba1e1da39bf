package io.counterpoint.query.aggregate.flow;

import org.bson.BsonDocument;

/** One parsed stage of a pipeline. Immutable; any thread; runs any number of times. */
public interface Stage {
    /**
     * The stage as a document, {@code {$name: argument}}, that parses to an equal stage: what is sent to shards and
     * shown by {@code explain}.
     */
    BsonDocument toBson();

    /**
     * The stage's output over an input.
     *
     * @param input closed by the result; ignored, but closed, by stages that are sources of their own
     * @return pulls from the input as it is pulled from
     */
    DocumentIterator apply(DocumentIterator input, StageContext context);

    /** How the stage divides between shards and router. */
    StageSplit split();

    /** MongoDB's name, with the dollar. */
    default String name() {
        return toBson().getFirstKey();
    }
}
