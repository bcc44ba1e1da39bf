package io.counterpoint.router.merge;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.wire.cursor.Batch;
import io.counterpoint.wire.cursor.BatchSource;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.bson.BsonDocument;

/**
 * Hands batches to whoever pulls documents one by one. Waits for a batch that is not there yet: for worker threads
 * only, never for an event loop.
 */
public final class PulledDocuments implements DocumentIterator {
    private final BatchSource source;
    private final Runnable check;
    private Iterator<? extends BsonDocument> batch = List.<BsonDocument>of().iterator();
    private boolean last;
    private boolean closed;

    /**
     * Pulls from a source.
     *
     * @param source closed by {@link #close}
     * @param check asked before each batch; throws what ends the reading early
     */
    public PulledDocuments(BatchSource source, Runnable check) {
        this.source = source;
        this.check = check;
    }

    @Override
    public boolean hasNext() {
        while (!batch.hasNext() && !last) {
            Batch next = await();
            batch = next.documents().iterator();
            last = next.last();
        }
        return batch.hasNext();
    }

    private Batch await() {
        check.run();
        try {
            return source.next(Integer.MAX_VALUE, Limits.CURSOR_BATCH_BYTES_MAX).join();
        } catch (CompletionException failure) {
            CommandException refusal = ShardReplies.refusalIn(failure);
            throw refusal != null ? refusal : failure;
        }
    }

    @Override
    public BsonDocument next() {
        if (!hasNext()) {
            throw DocumentIterator.exhausted();
        }
        return batch.next();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            source.close();
        }
    }
}
