package io.counterpoint.query.memory;

import io.counterpoint.bson.raw.RawArray;
import io.counterpoint.bson.raw.RawDocument;
import org.bson.BsonValue;

/** Values that outlive the document they come from. */
public final class Detached {
    private Detached() {}

    /**
     * The value, over bytes of its own if it was a view over others: a small part must not keep a large document in
     * memory.
     */
    public static BsonValue copyOf(BsonValue value) {
        if (value instanceof RawDocument document) {
            return RawDocument.of(document.toByteArray());
        }
        if (value instanceof RawArray array) {
            return RawArray.of(array.toByteArray());
        }
        return value;
    }
}
