package io.counterpoint.query.memory;

import io.counterpoint.bson.raw.RawDocument;
import java.util.Comparator;
import org.bson.BsonDocument;

/**
 * How entries of some kind are ordered, weighed, and written to disk. Immutable.
 *
 * @param <E> what is sorted
 */
public interface SpillFormat<E> {
    /** The order. */
    Comparator<E> order();

    /** About how many bytes an entry takes in memory. */
    long bytes(E entry);

    /** An entry as a document. */
    BsonDocument write(E entry);

    /** The entry of a document. */
    E read(RawDocument document);
}
