package io.counterpoint.shard.command;

import io.counterpoint.base.limit.Limits;
import io.counterpoint.wire.cursor.Batch;
import io.counterpoint.wire.cursor.BatchSource;
import io.counterpoint.wire.cursor.CursorRequest;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A result whose first batch has been read already. */
final class FirstBatch implements BatchSource {
    private final BatchSource rest;
    private @Nullable Batch first;

    private FirstBatch(@Nullable Batch first, BatchSource rest) {
        this.first = first;
        this.rest = rest;
    }

    /** Reads the first batch that a cursor wants, on the calling thread; closes the source when that fails. */
    static BatchSource read(ResultSource source, CursorRequest cursor) {
        if (cursor.batchSize() == 0) {
            return source;
        }
        try {
            return new FirstBatch(source.read(cursor.batchSize(), Limits.CURSOR_BATCH_BYTES_MAX), source);
        } catch (RuntimeException failure) {
            source.close();
            throw failure;
        }
    }

    @Override
    public CompletableFuture<Batch> next(int maxDocuments, int maxBytes) {
        Batch batch = first;
        if (batch == null) {
            return rest.next(maxDocuments, maxBytes);
        }
        first = null;
        return CompletableFuture.completedFuture(batch);
    }

    @Override
    public void close() {
        rest.close();
    }
}
