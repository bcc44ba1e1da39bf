package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.memory.ExternalSorter;
import java.util.Iterator;
import java.util.function.Function;
import org.bson.BsonDocument;

/** Documents of a stage that pass a sorter. */
final class SortedFlow {
    private SortedFlow() {}

    /**
     * Reads an input to its end and gives its documents in the order of a sorter.
     *
     * @param sorter closed with the result, or at once when something fails
     * @param toEntry what is sorted of a document
     * @param toDocument what comes out of an entry
     */
    static <E> DocumentIterator of(
            DocumentIterator input,
            ExternalSorter<E> sorter,
            Function<BsonDocument, E> toEntry,
            Function<E, BsonDocument> toDocument) {
        boolean complete = false;
        try {
            while (input.hasNext()) {
                sorter.add(toEntry.apply(input.next()));
            }
            Iterator<E> sorted = sorter.sorted();
            complete = true;
            return DocumentIterator.over(mapped(sorted, toDocument), sorter::close);
        } finally {
            if (!complete) {
                sorter.close();
            }
        }
    }

    private static <E> Iterator<BsonDocument> mapped(Iterator<E> entries, Function<E, BsonDocument> toDocument) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return entries.hasNext();
            }

            @Override
            public BsonDocument next() {
                return toDocument.apply(entries.next());
            }
        };
    }
}
