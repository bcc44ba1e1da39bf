package io.counterpoint.shard.txn;

import io.counterpoint.base.check.CorruptionException;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreView;
import io.counterpoint.wire.session.SessionId;
import io.counterpoint.wire.session.TransactionKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/**
 * Rows of family TRANSACTIONS. Key: kind (1 byte), session UUID (16 bytes), number (8 bytes, highest first).
 *
 * <p>Kind {@code p}, a prepared transaction: {@code {coordinator: string, time: timestamp, changes: [{f: int32, k:
 * binary, v?: binary}]}}, a change without {@code v} being a removal. Kind {@code d}, the decision of this shard as
 * coordinator: {@code {commit: boolean, time: timestamp}}.
 */
public final class PreparedRows {
    private static final byte PREPARED = 'p';
    private static final String TIME = "time";
    private static final byte DECIDED = 'd';

    private PreparedRows() {}

    /**
     * A transaction that waits for a decision.
     *
     * @param coordinator name of the shard that decides
     */
    public record InDoubt(TransactionKey key, String coordinator) {}

    static void store(OverlayView view, Transaction transaction, String coordinator, long prepareTime) {
        BsonOutput row = new BsonOutput().appendString("coordinator", coordinator);
        row.appendValue(TIME, new BsonTimestamp(prepareTime)).startArray("changes");
        transaction.changes().forEachChange((family, key, value) -> {
            row.startDocument().appendInt32("f", family.number()).appendValue("k", new BsonBinary(key));
            if (value != null) {
                row.appendValue("v", new BsonBinary(value));
            }
            row.end();
        });
        view.put(
                ColumnFamily.TRANSACTIONS,
                rowKey(PREPARED, transaction.key()),
                row.end().finishToByteArray());
    }

    static void load(StoreView view, TransactionKey key, OverlayView.ChangeVisitor visitor) {
        byte[] stored = view.get(ColumnFamily.TRANSACTIONS, rowKey(PREPARED, key));
        if (stored == null) {
            throw new CorruptionException("family transactions", "the row of a prepared transaction is gone");
        }
        for (BsonValue change : RawDocument.of(stored).getArray("changes")) {
            BsonDocument document = change.asDocument();
            BsonValue value = document.get("v");
            visitor.visit(
                    family(document.getInt32("f").getValue()),
                    document.getBinary("k").getData(),
                    value == null ? null : value.asBinary().getData());
        }
    }

    static void remove(OverlayView view, TransactionKey key) {
        view.delete(ColumnFamily.TRANSACTIONS, rowKey(PREPARED, key));
    }

    static List<InDoubt> list(StoreView view) {
        List<InDoubt> rows = new ArrayList<>();
        byte[] end = {PREPARED + 1};
        try (StoreCursor cursor = view.cursor(ColumnFamily.TRANSACTIONS, new byte[] {PREPARED}, end, false)) {
            while (cursor.next()) {
                String coordinator =
                        RawDocument.of(cursor.value()).getString("coordinator").getValue();
                rows.add(new InDoubt(transactionIn(cursor.key()), coordinator));
            }
        }
        return rows;
    }

    static void storeDecision(OverlayView view, TransactionKey key, Decision decision) {
        byte[] row = new BsonOutput()
                .appendBoolean("commit", decision.commit())
                .appendValue(TIME, new BsonTimestamp(decision.commitTime()))
                .finishToByteArray();
        view.put(ColumnFamily.TRANSACTIONS, rowKey(DECIDED, key), row);
    }

    static Optional<Decision> decision(StoreView view, TransactionKey key) {
        byte[] stored = view.get(ColumnFamily.TRANSACTIONS, rowKey(DECIDED, key));
        return stored == null
                ? Optional.empty()
                : Optional.of(new Decision(
                        RawDocument.of(stored).getBoolean("commit").getValue(), time(RawDocument.of(stored))));
    }

    /** The time of a prepare; 0 for a row of a version that kept none. */
    static long prepareTime(StoreView view, TransactionKey key) {
        byte[] stored = view.get(ColumnFamily.TRANSACTIONS, rowKey(PREPARED, key));
        return stored == null ? 0 : time(RawDocument.of(stored));
    }

    private static long time(RawDocument row) {
        return row.get(TIME) instanceof BsonTimestamp time ? time.getValue() : 0;
    }

    static void removeDecision(OverlayView view, TransactionKey key) {
        view.delete(ColumnFamily.TRANSACTIONS, rowKey(DECIDED, key));
    }

    private static ColumnFamily family(int number) {
        for (ColumnFamily family : ColumnFamily.values()) {
            if (family.number() == number) {
                return family;
            }
        }
        throw new CorruptionException("family transactions", "a change in a family that does not exist: " + number);
    }

    private static byte[] rowKey(byte kind, TransactionKey key) {
        return ByteBuffer.allocate(1 + 3 * Long.BYTES)
                .put(kind)
                .putLong(key.session().uuid().getMostSignificantBits())
                .putLong(key.session().uuid().getLeastSignificantBits())
                .putLong(key.number())
                .array();
    }

    private static TransactionKey transactionIn(byte[] row) {
        ByteBuffer parts = ByteBuffer.wrap(row, 1, row.length - 1);
        SessionId session = new SessionId(new UUID(parts.getLong(), parts.getLong()));
        return new TransactionKey(session, parts.getLong());
    }
}
