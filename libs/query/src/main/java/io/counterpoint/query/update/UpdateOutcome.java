package io.counterpoint.query.update;

import org.bson.BsonDocument;

/**
 * What an update made of a document.
 *
 * @param document the document to store; the very one that was handed in when nothing changed. Untouched parts may be
 *     views over the old document's bytes
 * @param modified false when every byte stays as it was, so that nothing needs to be written
 */
public record UpdateOutcome(BsonDocument document, boolean modified) {}
