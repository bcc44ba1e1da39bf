package io.counterpoint.wire.cursor;

import java.util.List;
import org.bson.BsonDocument;

/**
 * Some documents of a result, in order.
 *
 * @param documents the documents; may be empty
 * @param last whether nothing follows: the cursor ends with this batch
 */
public record Batch(List<? extends BsonDocument> documents, boolean last) {
    /** Nothing, and nothing to follow. */
    public static final Batch END = new Batch(List.of(), true);
}
