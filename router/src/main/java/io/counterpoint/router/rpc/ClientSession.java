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
 * @param starts whether the command begins the transaction
 */
public record ClientSession(
        @Nullable BsonDocument lsid, @Nullable TransactionKey transaction, boolean starts) {
    /** No session. */
    public static final ClientSession NONE = new ClientSession(null, null, false);

    /** The session of a command. */
    public static ClientSession of(CommandRequest request) {
        return new ClientSession(request.lsid(), request.transaction(), request.startTransaction());
    }

    /** Whether the command is a statement of a transaction. */
    public boolean inTransaction() {
        return transaction != null;
    }

    /** The same session for commands that follow: they begin nothing. */
    public ClientSession continued() {
        return starts ? new ClientSession(lsid, transaction, false) : this;
    }

    /** Names session and transaction in a command. */
    public BsonOutput appendTo(BsonOutput command) {
        if (lsid != null) {
            command.appendDocument("lsid", lsid);
        }
        if (transaction != null) {
            command.appendInt64("txnNumber", transaction.number()).appendBoolean("autocommit", false);
        }
        if (starts) {
            command.appendBoolean("startTransaction", true);
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
        if (starts) {
            command.append("startTransaction", BsonBoolean.TRUE);
        }
        return command;
    }
}
