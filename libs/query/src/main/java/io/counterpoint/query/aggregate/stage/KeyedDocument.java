package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.memory.MemoryBudget;
import io.counterpoint.query.memory.SpillFormat;
import io.counterpoint.query.sort.SortPattern;
import java.util.Comparator;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A document with what it is sorted by, computed once. On disk it is the document alone.
 *
 * @param key the values of the order's fields
 * @param document as it came
 */
@SuppressWarnings("ArrayRecordComponent") // entries are compared by the pattern, never for equality
record KeyedDocument(BsonValue[] key, BsonDocument document) {
    /**
     * The order of a sort pattern.
     *
     * @param pattern computes and compares keys
     */
    record Format(SortPattern pattern) implements SpillFormat<KeyedDocument> {
        KeyedDocument entry(BsonDocument document) {
            return new KeyedDocument(pattern.key(document), document);
        }

        @Override
        public Comparator<KeyedDocument> order() {
            return (left, right) -> pattern.compareKeys(left.key, right.key);
        }

        @Override
        public long bytes(KeyedDocument entry) {
            return MemoryBudget.estimate(entry.document);
        }

        @Override
        public BsonDocument write(KeyedDocument entry) {
            return entry.document;
        }

        @Override
        public KeyedDocument read(RawDocument document) {
            return entry(document);
        }
    }
}
