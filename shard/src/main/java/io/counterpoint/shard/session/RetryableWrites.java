package io.counterpoint.shard.session;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreView;
import io.counterpoint.wire.session.SessionId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes of retryable writes: one row per logical session, of its newest {@code txnNumber} only.
 *
 * <p>Row in family SESSIONS: key is the session's UUID, 16 bytes; value is {@code {txn: int64, from: int32, count:
 * int32}} or {@code {txn: int64, inserted: binary of int32}} when statements each stored one document, else
 * {@code {txn: int64, statements: [{id: int32, …outcome}]}}. Statements that failed or found nothing are not
 * remembered: sent again they are tried again.
 *
 * <p>Source: the driver specification "Retryable Writes" and the manual page of the same name.
 */
public final class RetryableWrites {
    private static final String TXN = "txn";
    private static final String FROM = "from";
    private static final String COUNT = "count";
    private static final String STATEMENTS = "statements";
    private static final String ID = "id";
    private static final String COMMITTED = "committed";
    private static final String INSERTED = "inserted";

    private RetryableWrites() {}

    /**
     * What is remembered of a write that may have been sent before. Claims the session's row: a later write of the same
     * session waits while this one is kept aside, so that its outcome cannot be overwritten by an older one.
     *
     * @return outcomes by statement number; empty for a write that is new
     * @throws CommandException TransactionTooOld (225) when the session has gone on to a higher number
     */
    public static Map<Integer, BsonDocument> find(WriteContext context, RetryKey key) {
        byte[] rowKey = rowKey(key.session());
        context.claim(ColumnFamily.SESSIONS, rowKey);
        byte[] stored = context.view().get(ColumnFamily.SESSIONS, rowKey);
        if (stored == null) {
            return Map.of();
        }
        RawDocument row = RawDocument.of(stored);
        long newest = row.getInt64(TXN).getValue();
        if (key.txnNumber() < newest) {
            throw tooOld(key.session(), key.txnNumber(), newest);
        }
        return key.txnNumber() > newest ? Map.of() : outcomes(row);
    }

    /** TransactionTooOld (225). */
    public static CommandException tooOld(SessionId session, long txnNumber, long newest) {
        return new CommandException(
                ErrorCode.TRANSACTION_TOO_OLD,
                "Cannot start transaction with { txnNumber: " + txnNumber + " } on session " + session
                        + " because a newer transaction with txnNumber " + newest
                        + " has already started on this session.");
    }

    /** The newest number of a session; null for a session that wrote nothing yet. */
    public static @Nullable Long newestTxnNumber(OverlayView view, SessionId session) {
        byte[] stored = view.get(ColumnFamily.SESSIONS, rowKey(session));
        return stored == null
                ? null
                : Long.valueOf(RawDocument.of(stored).getInt64(TXN).getValue());
    }

    /** The sessions that something is remembered of. */
    public static List<SessionId> sessions(StoreView view) {
        List<SessionId> sessions = new ArrayList<>();
        // No session's key is all ones: that is no valid UUID.
        byte[] end = new byte[16];
        Arrays.fill(end, (byte) -1);
        try (StoreCursor rows = view.cursor(ColumnFamily.SESSIONS, new byte[0], end, false)) {
            while (rows.next()) {
                ByteBuffer key = ByteBuffer.wrap(rows.key());
                sessions.add(new SessionId(new UUID(key.getLong(), key.getLong())));
            }
        }
        return sessions;
    }

    /** Drops what is remembered of a session: it ended, so nothing of it is sent again. */
    public static void forget(OverlayView view, SessionId session) {
        byte[] key = rowKey(session);
        if (view.get(ColumnFamily.SESSIONS, key) != null) {
            view.delete(ColumnFamily.SESSIONS, key);
        }
    }

    /** Remembers that a transaction was committed. */
    public static void rememberCommit(OverlayView view, SessionId session, long txnNumber) {
        store(view, session, new BsonDocument(TXN, new BsonInt64(txnNumber)).append(COMMITTED, BsonBoolean.TRUE));
    }

    /** Whether a transaction is the newest of its session and was committed. */
    public static boolean isCommitted(OverlayView view, SessionId session, long txnNumber) {
        byte[] stored = view.get(ColumnFamily.SESSIONS, rowKey(session));
        if (stored == null) {
            return false;
        }
        RawDocument row = RawDocument.of(stored);
        return row.containsKey(COMMITTED) && row.getInt64(TXN).getValue() == txnNumber;
    }

    /**
     * Remembers statements that each stored one document: the common insert.
     *
     * @param statements rising numbers, at least one
     */
    public static void rememberInserts(OverlayView view, RetryKey key, Collection<Integer> statements) {
        BsonDocument row = new BsonDocument(TXN, new BsonInt64(key.txnNumber()));
        int first = statements.iterator().next();
        ByteBuffer numbers = ByteBuffer.allocate(statements.size() * Integer.BYTES);
        boolean isRun = true;
        for (int statement : statements) {
            isRun &= statement == first + numbers.position() / Integer.BYTES;
            numbers.putInt(statement);
        }
        if (isRun) {
            row.append(FROM, new BsonInt32(first)).append(COUNT, new BsonInt32(statements.size()));
        } else {
            row.append(INSERTED, new BsonBinary(numbers.array()));
        }
        store(view, key.session(), row);
    }

    /**
     * Remembers statements with their outcomes, together with those remembered before.
     *
     * @param before what {@link #find} gave
     * @param outcomes by statement number; must not change any more
     */
    public static void remember(
            OverlayView view, RetryKey key, Map<Integer, BsonDocument> before, Map<Integer, BsonDocument> outcomes) {
        BsonArray statements = new BsonArray();
        Map<Integer, BsonDocument> all = new HashMap<>(before);
        all.putAll(outcomes);
        all.forEach((id, outcome) -> {
            BsonDocument statement = new BsonDocument(ID, new BsonInt32(id));
            outcome.forEach(statement::put);
            statements.add(statement);
        });
        store(
                view,
                key.session(),
                new BsonDocument(TXN, new BsonInt64(key.txnNumber())).append(STATEMENTS, statements));
    }

    private static void store(OverlayView view, SessionId session, BsonDocument row) {
        view.put(ColumnFamily.SESSIONS, rowKey(session), BsonBytes.encode(row));
    }

    private static Map<Integer, BsonDocument> outcomes(RawDocument row) {
        Map<Integer, BsonDocument> outcomes = new HashMap<>();
        if (row.get(STATEMENTS) instanceof BsonArray statements) {
            for (BsonValue statement : statements) {
                outcomes.put(statement.asDocument().getInt32(ID).getValue(), statement.asDocument());
            }
            return outcomes;
        }
        if (row.containsKey(COMMITTED)) {
            return outcomes;
        }
        if (row.get(INSERTED) instanceof BsonBinary inserted) {
            ByteBuffer numbers = ByteBuffer.wrap(inserted.getData());
            while (numbers.hasRemaining()) {
                outcomes.put(numbers.getInt(), new BsonDocument());
            }
            return outcomes;
        }
        int from = row.getInt32(FROM).getValue();
        int count = row.getInt32(COUNT).getValue();
        for (int i = 0; i < count; i++) {
            outcomes.put(from + i, new BsonDocument());
        }
        return outcomes;
    }

    private static byte[] rowKey(SessionId session) {
        return ByteBuffer.allocate(16)
                .putLong(session.uuid().getMostSignificantBits())
                .putLong(session.uuid().getLeastSignificantBits())
                .array();
    }
}
