package io.counterpoint.wire.cursor;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.session.SessionId;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Who may read on from a cursor: whoever names its collection, from the session and the transaction that opened it. */
final class CursorOwnership {
    private CursorOwnership() {}

    static void check(Cursor cursor, CommandRequest request, String namespace) {
        if (!cursor.namespace().equals(namespace)) {
            throw new CommandException(
                    ErrorCode.UNAUTHORIZED,
                    "Requested getMore on namespace '" + namespace + "', but cursor belongs to a different namespace "
                            + cursor.namespace());
        }
        checkSession(cursor, request.sessionId());
        checkTransaction(cursor, request.inTransaction() ? request.txnNumber() : OptionalLong.empty());
    }

    private static void checkSession(Cursor cursor, @Nullable SessionId session) {
        SessionId owner = cursor.session();
        if (owner == null && session != null) {
            throw refusal(50736, cursor, "which was not created in a session, in session " + session);
        }
        if (owner != null && session == null) {
            throw refusal(50737, cursor, "which was created in session " + owner + ", without an lsid");
        }
        if (owner != null && !owner.equals(session)) {
            throw refusal(50738, cursor, "which was created in session " + owner + ", in session " + session);
        }
    }

    private static void checkTransaction(Cursor cursor, OptionalLong transaction) {
        OptionalLong owner = cursor.transaction();
        if (owner.isEmpty() && transaction.isPresent()) {
            throw refusal(
                    50739, cursor, "which was not created in a transaction, in transaction " + transaction.getAsLong());
        }
        if (owner.isPresent() && transaction.isEmpty()) {
            throw refusal(
                    50740, cursor, "which was created in transaction " + owner.getAsLong() + ", without a txnNumber");
        }
        if (owner.isPresent() && owner.getAsLong() != transaction.getAsLong()) {
            throw refusal(
                    50741,
                    cursor,
                    "which was created in transaction " + owner.getAsLong() + ", in transaction "
                            + transaction.getAsLong());
        }
    }

    private static CommandException refusal(int code, Cursor cursor, String how) {
        return new CommandException(
                ErrorCode.location(code), "Cannot run getMore on cursor " + cursor.id() + ", " + how);
    }
}
