package io.counterpoint.shard.command;

import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.plan.TimedGuard;
import io.counterpoint.wire.cursor.Batch;
import io.counterpoint.wire.cursor.BatchSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A result that is read from a snapshot, batch by batch, on the worker pool. Holds the snapshot until it is closed; a
 * close that comes while a batch is being read waits for its end on the reading thread.
 */
final class ResultSource implements BatchSource {
    /** Gives documents one by one, null at the end, as long as a guard lets it. */
    interface Documents extends AutoCloseable {
        /** None at all. */
        Documents NONE = new Documents() {
            @Override
            public @Nullable BsonDocument next() {
                return null;
            }

            @Override
            public @Nullable TimedGuard guard() {
                return null;
            }

            @Override
            public void close() {
                // Nothing is held.
            }
        };

        @Nullable
        BsonDocument next();

        /** What ends the reading early; null when nothing does. */
        @Nullable
        TimedGuard guard();

        @Override
        void close();
    }

    private final Documents documents;
    private final CurrentCatalog.@Nullable View view;
    private final Executor executor;
    private @Nullable BsonDocument held;
    private boolean reading;
    private boolean rested;
    private volatile boolean closed;

    /**
     * A result over open documents.
     *
     * @param view closed with the source; null when there is nothing to close
     * @param executor runs the reading; the calling thread for what is short
     */
    ResultSource(Documents documents, CurrentCatalog.@Nullable View view, Executor executor) {
        this.documents = documents;
        this.view = view;
        this.executor = executor;
    }

    @Override
    public CompletableFuture<Batch> next(int maxDocuments, int maxBytes) {
        return CompletableFuture.supplyAsync(() -> read(maxDocuments, maxBytes), executor);
    }

    /** Reads a batch on the calling thread. */
    Batch read(int maxDocuments, int maxBytes) {
        synchronized (this) {
            if (closed) {
                return Batch.END;
            }
            reading = true;
        }
        TimedGuard guard = documents.guard();
        if (guard != null && rested) {
            guard.resume(() -> closed);
        }
        try {
            return readOpen(maxDocuments, maxBytes);
        } finally {
            rested = true;
            if (guard != null) {
                guard.pause();
            }
            boolean release;
            synchronized (this) {
                reading = false;
                release = closed;
            }
            if (release) {
                release();
            }
        }
    }

    private Batch readOpen(int maxDocuments, int maxBytes) {
        List<BsonDocument> batch = new ArrayList<>();
        long bytes = 0;
        BsonDocument document = held != null ? held : documents.next();
        held = null;
        while (document != null && batch.size() < maxDocuments) {
            int size = DocumentSizes.bytes(document);
            if (!batch.isEmpty() && bytes + size > maxBytes) {
                break;
            }
            batch.add(document);
            bytes += size;
            document = documents.next();
        }
        // One document ahead: it tells whether the result ends here, so that the client need not ask again.
        held = document;
        return new Batch(batch, document == null);
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            if (reading) {
                return;
            }
        }
        // Where it is read it is closed: the data of a transaction belongs to the write loop.
        executor.execute(this::release);
    }

    private void release() {
        documents.close();
        if (view != null) {
            view.snapshot().close();
        }
    }
}
