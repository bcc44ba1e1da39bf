package io.counterpoint.query.aggregate.flow;

import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * An iterator that finds its next document before it knows whether there is one. Subclasses say how, and what to close.
 */
public abstract class LookaheadIterator implements DocumentIterator {
    private @Nullable BsonDocument next;
    private boolean finished;

    /** The next document, null at the end; not called again after null. */
    protected abstract @Nullable BsonDocument advance();

    @Override
    public final boolean hasNext() {
        if (next == null && !finished) {
            next = advance();
            finished = next == null;
        }
        return next != null;
    }

    @Override
    public final BsonDocument next() {
        if (!hasNext() || next == null) {
            throw DocumentIterator.exhausted();
        }
        BsonDocument result = next;
        next = null;
        return result;
    }
}
