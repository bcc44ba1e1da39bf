package io.counterpoint.wire.cursor;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/**
 * Gives a result piece by piece. Never asked for a batch before the one before has been given, and never after
 * {@link #close}; closed exactly once, also after the last batch and after a failure.
 */
public interface BatchSource extends AutoCloseable {
    /**
     * The next documents.
     *
     * @param maxDocuments most documents, 1 or more; {@link Integer#MAX_VALUE} for as many as fit
     * @param maxBytes bound for the sum of the documents' sizes; a single document may be larger, so that the result
     *     always moves on
     * @return the batch to come; a failure ends the cursor
     */
    CompletableFuture<Batch> next(int maxDocuments, int maxBytes);

    /** Lets go of what the source holds. Must not block. */
    @Override
    void close();

    /**
     * A source of documents that are there already.
     *
     * @param documents copied
     */
    static BatchSource of(List<? extends BsonDocument> documents) {
        return new ListSource(documents);
    }
}
