package io.counterpoint.shard.txn;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.session.TransactionKey;
import java.util.List;

/**
 * What statements, commits and aborts of transactions are refused with. Source: the driver specification "Transactions"
 * and the server's texts.
 */
final class TransactionErrors {
    private TransactionErrors() {}

    static CommandException unknown(TransactionKey key) {
        return transientError(
                ErrorCode.NO_SUCH_TRANSACTION,
                "Given transaction number " + key.number()
                        + " does not match any in-progress transactions. The active transaction number is -1");
    }

    static CommandException notActive(TransactionKey key, long active) {
        return transientError(
                ErrorCode.NO_SUCH_TRANSACTION,
                "Given transaction number " + key.number()
                        + " does not match any in-progress transactions. The active transaction number is " + active);
    }

    static CommandException aborted(TransactionKey key) {
        return transientError(
                ErrorCode.NO_SUCH_TRANSACTION,
                "Transaction with { txnNumber: " + key.number() + " } has been aborted.");
    }

    static CommandException committed(TransactionKey key) {
        return new CommandException(
                ErrorCode.TRANSACTION_COMMITTED,
                "Transaction with { txnNumber: " + key.number() + " } has been committed.");
    }

    static CommandException prepared() {
        return new CommandException(
                ErrorCode.PREPARED_TRANSACTION_IN_PROGRESS,
                "the transaction is prepared and waits for its coordinator's decision");
    }

    static CommandException alreadyStarted(TransactionKey key) {
        return new CommandException(
                ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
                "Cannot start transaction " + key.number() + " on session " + key.session()
                        + " because it is in progress already");
    }

    static CommandException catalogChanged() {
        return transientError(
                ErrorCode.SNAPSHOT_UNAVAILABLE,
                "Unable to read from a snapshot due to pending collection catalog changes; please retry the operation.");
    }

    private static CommandException transientError(ErrorCode code, String text) {
        return new CommandException(code, text, null, List.of(CommandException.TRANSIENT_TRANSACTION_ERROR));
    }
}
