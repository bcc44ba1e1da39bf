package io.counterpoint.shard.collection;

import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Is told each number that is generated for a document, before it is known whether the document can be stored. */
interface NumberSink {
    /** For whoever does not report numbers. */
    NumberSink IGNORE = (field, value) -> {};

    /** One generated number. */
    void generated(String field, BsonValue value);

    /** What was generated so far, {@code {field: value}}; empty where it is not kept. */
    default BsonDocument reported() {
        return new BsonDocument();
    }
}
