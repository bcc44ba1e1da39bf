package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.memory.MemoryBudget;
import io.counterpoint.query.memory.SpillFormat;
import java.util.Comparator;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * A document with a value that was computed from it, and by which it is ordered.
 *
 * @param value any
 * @param document as it came
 */
record ValuedDocument(BsonValue value, BsonDocument document) {
    /** In the order of the values. On disk {@code {v: value, d: document}}. */
    static SpillFormat<ValuedDocument> format(ValueOrder order) {
        return new Format(order);
    }

    private record Format(ValueOrder values) implements SpillFormat<ValuedDocument> {
        private static final String VALUE = "v";
        private static final String DOCUMENT = "d";

        @Override
        public Comparator<ValuedDocument> order() {
            return (left, right) -> values.compare(left.value, right.value);
        }

        @Override
        public long bytes(ValuedDocument entry) {
            return MemoryBudget.estimate(entry.document);
        }

        @Override
        public BsonDocument write(ValuedDocument entry) {
            return new BsonDocument(VALUE, entry.value).append(DOCUMENT, entry.document);
        }

        @Override
        public ValuedDocument read(RawDocument document) {
            return new ValuedDocument(document.get(VALUE, BsonNull.VALUE), document.getDocument(DOCUMENT));
        }
    }
}
