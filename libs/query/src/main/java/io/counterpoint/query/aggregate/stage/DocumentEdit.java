package io.counterpoint.query.aggregate.stage;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Changes of documents by dotted path that leave the original alone: only the documents along the path are copied.
 * Arrays are not looked into.
 */
final class DocumentEdit {
    private DocumentEdit() {}

    /** The value at a path; null when there is none. */
    static @Nullable BsonValue get(BsonDocument document, String path) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            return document.get(path);
        }
        BsonValue inner = document.get(path.substring(0, dot));
        return inner instanceof BsonDocument nested ? get(nested, path.substring(dot + 1)) : null;
    }

    /** The document with a value at a path; missing documents are created, other values on the way are replaced. */
    static BsonDocument put(BsonDocument document, String path, BsonValue value) {
        int dot = path.indexOf('.');
        BsonDocument copy = copyOf(document);
        if (dot < 0) {
            copy.put(path, value);
            return copy;
        }
        String name = path.substring(0, dot);
        BsonDocument inner = document.get(name) instanceof BsonDocument nested ? nested : new BsonDocument();
        copy.put(name, put(inner, path.substring(dot + 1), value));
        return copy;
    }

    /** The document without the value at a path. */
    static BsonDocument remove(BsonDocument document, String path) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            BsonDocument copy = copyOf(document);
            copy.remove(path);
            return copy;
        }
        String name = path.substring(0, dot);
        if (!(document.get(name) instanceof BsonDocument inner)) {
            return document;
        }
        BsonDocument copy = copyOf(document);
        copy.put(name, remove(inner, path.substring(dot + 1)));
        return copy;
    }

    /** A mutable copy, one level deep. */
    static BsonDocument copyOf(BsonDocument document) {
        BsonDocument copy = new BsonDocument();
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            copy.put(field.getKey(), field.getValue());
        }
        return copy;
    }
}
