package io.counterpoint.wire.cursor;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/** A result that is in memory as a whole. Used by one thread at a time. */
final class ListSource implements BatchSource {
    private final List<RawDocument> documents;
    private int position;

    ListSource(List<? extends BsonDocument> documents) {
        this.documents = documents.stream().map(BsonBytes::raw).toList();
    }

    @Override
    public CompletableFuture<Batch> next(int maxDocuments, int maxBytes) {
        int from = position;
        long bytes = 0;
        while (position < documents.size() && position - from < maxDocuments) {
            bytes += documents.get(position).byteLength();
            if (bytes > maxBytes && position > from) {
                break;
            }
            position++;
        }
        return CompletableFuture.completedFuture(
                new Batch(documents.subList(from, position), position == documents.size()));
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
