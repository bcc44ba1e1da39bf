package io.counterpoint.router.command;

import io.counterpoint.base.Environment;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.wire.cursor.Batch;
import io.counterpoint.wire.cursor.BatchSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The output of a pipeline that runs here, batch by batch, on the worker pool: its stages pull, and may wait for
 * shards. A close that comes while a batch is being made is carried out when that has ended.
 */
final class PipelineSource implements BatchSource {
    private final Supplier<DocumentIterator> start;
    private final Environment environment;
    private final Patience patience;
    private @Nullable DocumentIterator documents;
    private @Nullable RawDocument held;
    private boolean busy;
    private boolean closed;

    /**
     * An output that has not been begun.
     *
     * @param start begins it; called on a worker
     * @param patience the command's; it holds for the first batch only, as later ones belong to other commands
     */
    PipelineSource(Supplier<DocumentIterator> start, Environment environment, Patience patience) {
        this.start = start;
        this.environment = environment;
        this.patience = patience;
    }

    @Override
    public CompletableFuture<Batch> next(int maxDocuments, int maxBytes) {
        return CompletableFuture.supplyAsync(() -> batch(maxDocuments, maxBytes), environment.workers());
    }

    private Batch batch(int maxDocuments, int maxBytes) {
        synchronized (this) {
            if (closed) {
                return Batch.END;
            }
            busy = true;
        }
        try {
            return read(maxDocuments, maxBytes);
        } finally {
            end();
        }
    }

    private Batch read(int maxDocuments, int maxBytes) {
        DocumentIterator open = documents == null ? start.get() : documents;
        if (open == null) {
            return Batch.END;
        }
        documents = open;
        List<BsonDocument> batch = new ArrayList<>();
        long bytes = 0;
        RawDocument document = held != null ? held : nextOf(open);
        held = null;
        while (document != null && batch.size() < maxDocuments) {
            if (!batch.isEmpty() && bytes + document.byteLength() > maxBytes) {
                break;
            }
            batch.add(document);
            bytes += document.byteLength();
            patience.check();
            document = nextOf(open);
        }
        patience.rest();
        // One document ahead: it tells whether the result ends here, so that the client need not ask again.
        held = document;
        return new Batch(batch, document == null);
    }

    private static @Nullable RawDocument nextOf(DocumentIterator documents) {
        return documents.hasNext() ? BsonBytes.raw(documents.next()) : null;
    }

    private void end() {
        boolean close;
        synchronized (this) {
            busy = false;
            close = closed;
        }
        if (close && documents != null) {
            documents.close();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            if (busy) {
                return;
            }
        }
        if (documents != null) {
            documents.close();
        }
    }
}
