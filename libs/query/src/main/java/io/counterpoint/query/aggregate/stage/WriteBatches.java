package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.memory.MemoryBudget;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Cuts a flow of documents into batches for writing: by count, and by size so that a batch fits into a message. */
final class WriteBatches {
    private static final int COUNT_MAX = 1_000;
    private static final long BYTES_MAX = 12L * 1024 * 1024;

    private final DocumentIterator input;
    private @Nullable BsonDocument left;

    WriteBatches(DocumentIterator input) {
        this.input = input;
    }

    /** The next documents; empty at the end. */
    List<BsonDocument> next() {
        List<BsonDocument> batch = new ArrayList<>();
        long bytes = 0;
        while (batch.size() < COUNT_MAX) {
            BsonDocument document = left != null ? left : input.hasNext() ? input.next() : null;
            left = null;
            if (document == null) {
                return batch;
            }
            bytes += MemoryBudget.estimate(document);
            if (bytes > BYTES_MAX && !batch.isEmpty()) {
                left = document;
                return batch;
            }
            batch.add(document);
        }
        return batch;
    }
}
