package io.counterpoint.query.aggregate.flow;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/**
 * Documents, one at a time, computed when they are asked for. Used by one thread at a time; may block when its source
 * does I/O. Whoever obtains one closes it, also after a failure; closing closes the sources below. Closing twice is
 * harmless.
 */
public interface DocumentIterator extends Iterator<BsonDocument>, AutoCloseable {
    /** Frees what the source holds. Never fails. */
    @Override
    void close();

    /** No documents. */
    static DocumentIterator empty() {
        return over(List.of());
    }

    /** Documents that need no closing. */
    static DocumentIterator over(Iterable<? extends BsonDocument> documents) {
        return over(documents.iterator());
    }

    /** Documents that need no closing. */
    static DocumentIterator over(Iterator<? extends BsonDocument> documents) {
        return over(documents, () -> {});
    }

    /**
     * Documents that something else stands behind.
     *
     * @param onClose frees it; called as often as this is closed
     */
    static DocumentIterator over(Iterator<? extends BsonDocument> documents, Runnable onClose) {
        return new DocumentIterator() {
            @Override
            public boolean hasNext() {
                return documents.hasNext();
            }

            @Override
            public BsonDocument next() {
                return documents.next();
            }

            @Override
            public void close() {
                onClose.run();
            }
        };
    }

    /** The same number of documents, each replaced by what {@code change} makes of it. */
    default DocumentIterator map(UnaryOperator<BsonDocument> change) {
        DocumentIterator source = this;
        return new DocumentIterator() {
            @Override
            public boolean hasNext() {
                return source.hasNext();
            }

            @Override
            public BsonDocument next() {
                return change.apply(source.next());
            }

            @Override
            public void close() {
                source.close();
            }
        };
    }

    /** What {@link #next} throws at the end. */
    static NoSuchElementException exhausted() {
        return new NoSuchElementException("no more documents");
    }
}
