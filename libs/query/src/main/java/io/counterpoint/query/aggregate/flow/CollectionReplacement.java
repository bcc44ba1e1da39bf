package io.counterpoint.query.aggregate.flow;

import java.util.List;
import org.bson.BsonDocument;

/** A collection being written that takes the place of another one when it is complete. One thread. */
public interface CollectionReplacement extends AutoCloseable {
    /** Adds documents; those without {@code _id} get one. */
    void add(List<BsonDocument> documents);

    /** Puts the new collection in the place of the old one, at once; its indexes stay as they were. */
    void commit();

    /** Drops what was written unless it was committed. Never fails. */
    @Override
    void close();
}
