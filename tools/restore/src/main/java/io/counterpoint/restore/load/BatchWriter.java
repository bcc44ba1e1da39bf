package io.counterpoint.restore.load;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.InsertManyOptions;
import io.counterpoint.restore.RestoreException;
import io.counterpoint.restore.value.RowEncoder;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.row.RowBatch;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Stores batches in parallel, with a bound on the bytes under way. One thread hands batches in; the executor's threads
 * encode and insert them. The first failure ends all: it is thrown where the next batch is handed in.
 */
public final class BatchWriter {
    /** Room for a few full batches per writer; one larger batch has the room to itself. */
    private static final int IN_FLIGHT_KIBIBYTES_MAX = 16 << 10;

    private static final int DUPLICATE_KEY = 11000;

    private final Executor executor;
    private final boolean resumed;
    private final Semaphore room = new Semaphore(IN_FLIGHT_KIBIBYTES_MAX, true);
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final Watermark watermark;

    /**
     * A writer.
     *
     * @param resumed whether rows may be there already: then a duplicate {@code _id} is one of them
     * @param storedBefore the rows at the beginning of the file that are known to be stored
     */
    public BatchWriter(Executor executor, boolean resumed, long storedBefore) {
        this.executor = executor;
        this.resumed = resumed;
        this.watermark = new Watermark(storedBefore);
    }

    /**
     * Hands in a batch; waits while too much is under way.
     *
     * @param stored counts the rows that were stored
     * @throws RuntimeException the failure of an earlier batch
     */
    public void submit(
            MongoCollection<RawBsonDocument> collection,
            RowEncoder encoder,
            RowBatch batch,
            List<RowEncoder.Given> given,
            LongAdder stored)
            throws InterruptedException {
        int kibibytes = Math.min(IN_FLIGHT_KIBIBYTES_MAX, 1 + (batch.sizeBytes() >> 10));
        room.acquire(kibibytes);
        try {
            check();
        } catch (RuntimeException e) {
            room.release(kibibytes);
            throw e;
        }
        executor.execute(() -> {
            try {
                if (failure.get() == null) {
                    insert(collection, encoder.encode(batch, given), batch);
                    stored.add(batch.count());
                    watermark.stored(batch.firstRow(), batch.count());
                }
            } catch (RuntimeException e) {
                failure.compareAndSet(null, e);
            } finally {
                room.release(kibibytes);
            }
        });
    }

    private void insert(MongoCollection<RawBsonDocument> collection, List<RawBsonDocument> documents, RowBatch batch) {
        try {
            collection.insertMany(documents, new InsertManyOptions().ordered(false));
        } catch (MongoBulkWriteException e) {
            for (BulkWriteError error : e.getWriteErrors()) {
                if (!(resumed
                        && error.getCode() == DUPLICATE_KEY
                        && error.getMessage().contains("_id"))) {
                    throw new DumpException(
                            batch.line(error.getIndex()),
                            "a row of " + batch.target().table() + " is refused: " + error.getMessage());
                }
            }
            if (e.getWriteConcernError() != null) {
                throw new RestoreException(collection.getNamespace() + ": " + e.getWriteConcernError(), e);
            }
        } catch (MongoException e) {
            throw new RestoreException("inserting into " + collection.getNamespace() + ": " + e.getMessage(), e);
        }
    }

    /** Remembers rows that were stored by an earlier run. */
    public void skip(RowBatch batch) {
        watermark.stored(batch.firstRow(), batch.count());
    }

    /** Waits until everything handed in is stored, and throws the failure if there was one. */
    public void drain() throws InterruptedException {
        settle();
        check();
    }

    /** Waits until nothing is under way any more, whatever became of it. */
    public void settle() throws InterruptedException {
        room.acquire(IN_FLIGHT_KIBIBYTES_MAX);
        room.release(IN_FLIGHT_KIBIBYTES_MAX);
    }

    /** Up to which row of the file everything is stored. */
    public long watermark() {
        return watermark.rows();
    }

    private void check() {
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
    }
}
