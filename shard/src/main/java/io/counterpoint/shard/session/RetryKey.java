package io.counterpoint.shard.session;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.session.SessionId;
import org.bson.BsonArray;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Names a retryable write and its statements. Immutable.
 *
 * @param session the logical session
 * @param txnNumber the write's number in its session; rises from write to write
 * @param firstStatement number of the first statement when they are consecutive
 * @param statements numbers of the statements when a router sent only some of a client's; null when they are
 *     consecutive
 */
@SuppressWarnings("ArrayRecordComponent") // read by position only, never compared or handed out
public record RetryKey(SessionId session, long txnNumber, int firstStatement, int @Nullable [] statements) {
    /**
     * The key of a request.
     *
     * @return null for a write that is not retryable, or that belongs to a transaction
     */
    public static @Nullable RetryKey of(CommandRequest request) {
        SessionId session = request.sessionId();
        if (session == null || request.txnNumber().isEmpty() || request.inTransaction()) {
            return null;
        }
        long txnNumber = request.txnNumber().getAsLong();
        BsonValue listed = request.value("stmtIds");
        if (listed == null) {
            return new RetryKey(session, txnNumber, 0, null);
        }
        BsonArray array = listed.asArray();
        int[] numbers = new int[array.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = array.get(i).asNumber().intValue();
        }
        return new RetryKey(session, txnNumber, 0, numbers);
    }

    /**
     * Demands that a write which may be sent again concerns one document for each statement.
     *
     * @param key null for a write that is not retryable
     * @param many whether some statement concerns all documents that match
     * @param how the field that says so, with its value
     * @throws CommandException InvalidOptions (72)
     */
    public static void refuseMany(@Nullable RetryKey key, boolean many, String how) {
        if (key != null && many) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS, "Cannot use (or request) retryable writes with " + how);
        }
    }

    /** The client's number of the statement at a position of this command. */
    public int statement(int position) {
        return statements == null ? firstStatement + position : statements[position];
    }
}
