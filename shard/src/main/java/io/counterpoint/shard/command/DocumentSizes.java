package io.counterpoint.shard.command;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import org.bson.BsonDocument;

/** Sizes of documents as they go over the wire. */
final class DocumentSizes {
    private DocumentSizes() {}

    /** Bytes of a document; costs an encoding unless it is raw. */
    static int bytes(BsonDocument document) {
        return document instanceof RawDocument raw ? raw.byteLength() : BsonBytes.encode(document).length;
    }
}
