package io.counterpoint.query.aggregate.flow;

import java.util.function.Function;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The result of a stage that has to see all of its input first: the input is read when the first document is asked for,
 * and closed right after.
 */
public final class BlockingIterator implements DocumentIterator {
    private final DocumentIterator input;
    private final Function<DocumentIterator, DocumentIterator> work;
    private @Nullable DocumentIterator results;

    /**
     * Over the results of {@code work}.
     *
     * @param work reads the input to its end; what it gives is closed with this
     */
    public BlockingIterator(DocumentIterator input, Function<DocumentIterator, DocumentIterator> work) {
        this.input = input;
        this.work = work;
    }

    @Override
    public boolean hasNext() {
        return results().hasNext();
    }

    @Override
    public BsonDocument next() {
        return results().next();
    }

    @Override
    public void close() {
        input.close();
        if (results != null) {
            results.close();
        }
        results = DocumentIterator.empty();
    }

    private DocumentIterator results() {
        DocumentIterator current = results;
        if (current == null) {
            try {
                current = work.apply(input);
            } finally {
                input.close();
            }
            results = current;
        }
        return current;
    }
}
