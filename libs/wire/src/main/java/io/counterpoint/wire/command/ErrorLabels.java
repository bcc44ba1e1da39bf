package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.List;
import java.util.Set;

/**
 * The labels a refusal gets because of the request it answers: what drivers act on.
 *
 * <p>Source: driver specifications "Retryable Writes" and "Transactions". Drivers add no labels themselves for servers
 * of wire version 9 and newer, except for network errors and UnknownTransactionCommitResult.
 */
final class ErrorLabels {
    private static final Set<ErrorCode> RETRYABLE_WRITE = Set.of(
            ErrorCode.HOST_UNREACHABLE,
            ErrorCode.HOST_NOT_FOUND,
            ErrorCode.NETWORK_TIMEOUT,
            ErrorCode.SHUTDOWN_IN_PROGRESS,
            ErrorCode.PRIMARY_STEPPED_DOWN,
            ErrorCode.EXCEEDED_TIME_LIMIT,
            ErrorCode.SOCKET_EXCEPTION,
            ErrorCode.NOT_WRITABLE_PRIMARY,
            ErrorCode.INTERRUPTED_AT_SHUTDOWN,
            ErrorCode.INTERRUPTED_DUE_TO_REPL_STATE_CHANGE,
            ErrorCode.NOT_PRIMARY_NO_SECONDARY_OK,
            ErrorCode.NOT_PRIMARY_OR_SECONDARY);

    private static final Set<ErrorCode> TRANSIENT_IN_TRANSACTION = Set.of(
            ErrorCode.WRITE_CONFLICT,
            ErrorCode.LOCK_TIMEOUT,
            ErrorCode.NO_SUCH_TRANSACTION,
            ErrorCode.SNAPSHOT_UNAVAILABLE,
            ErrorCode.SNAPSHOT_TOO_OLD,
            ErrorCode.PREPARED_TRANSACTION_IN_PROGRESS,
            ErrorCode.STALE_CONFIG,
            ErrorCode.STALE_DB_VERSION);

    private ErrorLabels() {}

    /** Labels for a refusal of a request, besides those the refusal has itself. */
    static List<String> of(CommandRequest request, CommandException refusal) {
        return of(request, refusal.code());
    }

    /** Labels for a request that fails with a code. */
    static List<String> of(CommandRequest request, ErrorCode code) {
        boolean ends = ends(request);
        if (request.inTransaction()
                && (TRANSIENT_IN_TRANSACTION.contains(code) || (!ends && RETRYABLE_WRITE.contains(code)))) {
            return List.of(CommandException.TRANSIENT_TRANSACTION_ERROR);
        }
        return request.inTransaction() && !ends ? List.of() : retryable(request, code);
    }

    /**
     * Labels for a request that was carried out, but whose {@code writeConcernError} has a code: within a transaction
     * that says nothing of the transaction.
     */
    static List<String> ofWriteConcernError(CommandRequest request, ErrorCode code) {
        return request.inTransaction() && !ends(request) ? List.of() : retryable(request, code);
    }

    private static boolean ends(CommandRequest request) {
        return request.name().equals("commitTransaction") || request.name().equals("abortTransaction");
    }

    private static List<String> retryable(CommandRequest request, ErrorCode code) {
        return request.txnNumber().isPresent() && RETRYABLE_WRITE.contains(code)
                ? List.of(CommandException.RETRYABLE_WRITE_ERROR)
                : List.of();
    }
}
