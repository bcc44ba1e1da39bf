package io.counterpoint.shard.txn;

import io.counterpoint.base.check.Invariants;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.session.SessionId;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Names a transaction: everywhere in the cluster the same.
 *
 * @param session the logical session
 * @param number rises from transaction to transaction within the session
 */
public record TransactionKey(SessionId session, long number) {
    /** The transaction that a request belongs to; only for requests inside of one. */
    public static TransactionKey of(CommandRequest request) {
        return new TransactionKey(
                Invariants.present(request.sessionId(), "a statement of a transaction names its session"),
                request.txnNumber().orElseThrow());
    }

    /** Session UUID (16 bytes) and number (8 bytes, highest first). */
    byte[] toBytes() {
        return ByteBuffer.allocate(24)
                .putLong(session.uuid().getMostSignificantBits())
                .putLong(session.uuid().getLeastSignificantBits())
                .putLong(number)
                .array();
    }

    static TransactionKey fromBytes(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        SessionId session = new SessionId(new UUID(buffer.getLong(), buffer.getLong()));
        return new TransactionKey(session, buffer.getLong());
    }
}
