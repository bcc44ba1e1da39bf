package io.counterpoint.wire.cursor;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.base.random.RandomSource;
import io.counterpoint.base.time.Clock;
import io.counterpoint.base.time.Timers;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.session.SessionId;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * The open cursors of a process: gives first batches, parks what is left, and gives the next batches. A cursor ends
 * with its last batch, a failure, a kill, the end of its session or transaction, or after 10 idle minutes. Any thread.
 *
 * <p>Source: MongoDB's manual, {@code getMore}, {@code killCursors}, "Cursors"; driver specification "Find, getMore and
 * killCursors Commands".
 */
public final class CursorTable implements AutoCloseable {
    /** Most documents of a batch: a bound for {@link #ELEMENT_BYTES} times their number. */
    private static final int BATCH_COUNT_MAX = 250_000;

    /** What an array has for each element beside its value: type, position in up to six digits, NUL. */
    private static final int ELEMENT_BYTES = 8;

    private static final long SWEEP_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final Clock clock;
    private final Timers timers;
    private final RandomSource random;
    private final ConcurrentMap<Long, Cursor> cursors = new ConcurrentHashMap<>();

    private final Object sweeping = new Object();
    private Timers.@Nullable Cancellable sweep;
    private boolean closed;
    private volatile long idleMillisMax = Limits.CURSOR_IDLE_MILLIS_MAX;

    /** An empty table. */
    public CursorTable(Clock clock, Timers timers, RandomSource random) {
        this.clock = clock;
        this.timers = timers;
        this.random = random;
    }

    /**
     * Answers a command with the first batch of a result and keeps what is left.
     *
     * @param request the command: names session and transaction, which the cursor then belongs to
     * @param source the result; closed by the table from here on, whatever happens
     * @return {@code {cursor: {firstBatch, id, ns}}}, {@code id} being 0 when nothing is left
     */
    public CompletableFuture<BsonDocument> open(CommandRequest request, CursorRequest wanted, BatchSource source) {
        if (wanted.batchSize() == 0 && !wanted.singleBatch()) {
            long id = park(request, wanted, source);
            return CompletableFuture.completedFuture(reply("firstBatch", List.of(), id, wanted.namespace()));
        }
        CompletableFuture<Batch> first = firstBatch(wanted, source);
        return first.handle((batch, failure) -> {
            if (failure != null) {
                source.close();
                throw failed(failure);
            }
            long id = 0;
            if (batch.last() || wanted.singleBatch()) {
                source.close();
            } else {
                id = park(request, wanted, source);
            }
            return reply("firstBatch", batch.documents(), id, wanted.namespace());
        });
    }

    /** The reply with a first batch that nothing follows: no cursor is opened. */
    public static BsonDocument onlyBatch(List<? extends BsonDocument> documents, CursorRequest wanted) {
        return reply("firstBatch", documents, 0, wanted.namespace());
    }

    private static CompletableFuture<Batch> firstBatch(CursorRequest wanted, BatchSource source) {
        return wanted.batchSize() == 0 ? CompletableFuture.completedFuture(Batch.END) : ask(source, wanted.batchSize());
    }

    private static CompletableFuture<Batch> ask(BatchSource source, int wantedDocuments) {
        int documents = Math.min(wantedDocuments, BATCH_COUNT_MAX);
        // The envelope has room for the array's own bytes of small batches; those of large ones come off the documents.
        int arrayBytes = Math.max(0, documents * ELEMENT_BYTES - Limits.DOCUMENT_ENVELOPE_BYTES / 2);
        try {
            return source.next(documents, Limits.CURSOR_BATCH_BYTES_MAX - arrayBytes);
        } catch (RuntimeException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private static RuntimeException failed(Throwable failure) {
        return failure instanceof RuntimeException exception ? exception : new CompletionException(failure);
    }

    /**
     * Keeps a result for later {@code getMore}s.
     *
     * @param request names session and transaction, which the cursor then belongs to
     * @param source closed by the table from here on
     * @return the cursor's id: positive, random, not in use
     */
    public long park(CommandRequest request, CursorRequest wanted, BatchSource source) {
        if (cursors.size() >= Limits.CURSOR_COUNT_MAX) {
            source.close();
            throw new CommandException(
                    ErrorCode.EXCEEDED_MEMORY_LIMIT,
                    "there are too many open cursors, " + Limits.CURSOR_COUNT_MAX + "; read or kill some of them");
        }
        SessionId session = request.sessionId();
        OptionalLong transaction = request.inTransaction() ? request.txnNumber() : OptionalLong.empty();
        while (true) {
            long id = random.nextLong() & Long.MAX_VALUE;
            Cursor cursor =
                    new Cursor(id, wanted.namespace(), session, transaction, wanted.noTimeout(), source, clock.nanos());
            if (id != 0 && cursors.putIfAbsent(id, cursor) == null) {
                scheduleSweep();
                return id;
            }
        }
    }

    /**
     * The next batch of a cursor.
     *
     * @param batchSize most documents; 0 for as many as fit
     * @return {@code {cursor: {nextBatch, id, ns}}}
     * @throws CommandException CursorNotFound (43); Unauthorized (13) for another namespace; 50736 to 50741 for another
     *     session or transaction; CursorInUse (12051)
     */
    CompletableFuture<BsonDocument> next(CommandRequest request, long id, String namespace, int batchSize) {
        Cursor cursor = cursors.get(id);
        if (cursor == null) {
            throw notFound(id);
        }
        CursorOwnership.check(cursor, request, namespace);
        if (!cursor.acquire()) {
            if (cursors.get(id) != cursor) {
                throw notFound(id);
            }
            throw new CommandException(ErrorCode.CURSOR_IN_USE, "cursor id " + id + " is already in use");
        }
        int documents = batchSize == 0 ? Integer.MAX_VALUE : batchSize;
        return ask(cursor.source(), documents).handle((batch, failure) -> {
            if (failure != null) {
                end(cursor);
                throw failed(failure);
            }
            if (batch.last()) {
                end(cursor);
                return reply("nextBatch", batch.documents(), 0, namespace);
            }
            if (!cursor.release(clock.nanos())) {
                cursor.closeByHolder();
                throw new CommandException(
                        ErrorCode.CURSOR_KILLED, "operation was interrupted because a cursor was killed");
            }
            return reply("nextBatch", batch.documents(), id, namespace);
        });
    }

    private void end(Cursor cursor) {
        cursors.remove(cursor.id(), cursor);
        cursor.closeByHolder();
    }

    private static CommandException notFound(long id) {
        return new CommandException(ErrorCode.CURSOR_NOT_FOUND, "cursor id " + id + " not found");
    }

    private static BsonDocument reply(
            String batchField, List<? extends BsonDocument> documents, long id, String namespace) {
        BsonDocument cursor = new BsonDocument(batchField, new BsonArray(documents));
        cursor.append("id", new BsonInt64(id));
        cursor.append("ns", new BsonString(namespace));
        return new BsonDocument("cursor", cursor);
    }

    /** Ends a cursor; false when there is none of that id. */
    public boolean kill(long id) {
        Cursor cursor = cursors.remove(id);
        if (cursor == null) {
            return false;
        }
        cursor.kill();
        return true;
    }

    /** Ends the cursors of a session. */
    public void killSession(SessionId session) {
        killAll(cursor -> session.equals(cursor.session()));
    }

    /** Ends the cursors that a transaction opened: they cannot outlive it. */
    public void killTransaction(SessionId session, long txnNumber) {
        killAll(cursor -> session.equals(cursor.session())
                && cursor.transaction().isPresent()
                && cursor.transaction().getAsLong() == txnNumber);
    }

    /** Ends the cursors over a namespace, which was dropped, say. */
    public void killNamespace(String namespace) {
        killAll(cursor -> cursor.namespace().equals(namespace));
    }

    private void killAll(Predicate<Cursor> which) {
        for (Cursor cursor : cursors.values()) {
            if (which.test(cursor) && cursors.remove(cursor.id(), cursor)) {
                cursor.kill();
            }
        }
    }

    /** After how many idle milliseconds a cursor ends: MongoDB's {@code cursorTimeoutMillis}. */
    public long idleMillisMax() {
        return idleMillisMax;
    }

    /** Changes after how many idle milliseconds a cursor ends; holds for those that are open too. */
    public void setIdleMillisMax(long millis) {
        idleMillisMax = millis;
    }

    /** Number of open cursors. */
    public int count() {
        return cursors.size();
    }

    /** Ends all cursors and stops the sweep. */
    @Override
    public void close() {
        synchronized (sweeping) {
            closed = true;
            if (sweep != null) {
                sweep.cancel();
            }
        }
        killAll(cursor -> true);
    }

    private void scheduleSweep() {
        synchronized (sweeping) {
            // Only while there are cursors: an idle process has no timer that keeps it, or a simulation, busy.
            if (sweep == null && !closed) {
                sweep = timers.schedule(SWEEP_MILLIS, this::sweep);
            }
        }
    }

    private void sweep() {
        long now = clock.nanos();
        long idleNanosMax = TimeUnit.MILLISECONDS.toNanos(idleMillisMax);
        killAll(cursor -> cursor.idleFor(idleNanosMax, now));
        synchronized (sweeping) {
            sweep = null;
        }
        if (!cursors.isEmpty()) {
            scheduleSweep();
        }
    }
}
