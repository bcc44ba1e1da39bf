package io.counterpoint.router.write;

import io.counterpoint.bson.raw.RawDocument;

/**
 * One statement of a batch.
 *
 * @param index its position in the client's batch, which answers refer to
 * @param document the document to insert, or the statement of an update or delete
 */
public record WriteStatement(int index, RawDocument document) {
    /** The same statement in other words. */
    WriteStatement withDocument(RawDocument other) {
        return new WriteStatement(index, other);
    }
}
