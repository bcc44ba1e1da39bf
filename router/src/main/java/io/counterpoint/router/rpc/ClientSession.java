package io.counterpoint.router.rpc;

import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.session.TransactionKey;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.jspecify.annotations.Nullable;

/**
 * The session that a client's command belongs to, for the commands that the router makes of it. Immutable.
 *
 * @param lsid as the client sent it; null for none
 * @param transaction the transaction that the command is a statement of; null outside of transactions
 */
public record ClientSession(
        @Nullable BsonDocument lsid, @Nullable TransactionKey transaction) {
    /** No session. */
    public static final ClientSession NONE = new ClientSession(null, null);

    /** The session of a command. */
    public static ClientSession of(CommandRequest request) {
        return new ClientSession(request.lsid(), request.transaction());
    }

    /** Whether the command is a statement of a transaction. */
    public boolean inTransaction() {
        return transaction != null;
    }

    /** Names session and transaction in a command. */
    public BsonOutput appendTo(BsonOutput command) {
        if (lsid != null) {
            command.appendDocument("lsid", lsid);
        }
        if (transaction != null) {
            command.appendInt64("txnNumber", transaction.number()).appendBoolean("autocommit", false);
        }
        return command;
    }

    /** Names session and transaction in a command. */
    public BsonDocument appendTo(BsonDocument command) {
        if (lsid != null) {
            command.append("lsid", lsid);
        }
        if (transaction != null) {
            command.append("txnNumber", new BsonInt64(transaction.number())).append("autocommit", BsonBoolean.FALSE);
        }
        return command;
    }
}
