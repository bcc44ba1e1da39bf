package io.counterpoint.shard.loop;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One submitted command on its way through the loop. Its fields change only inside the loop, until it is handed to the
 * syncer.
 */
final class PendingWrite<C, R> {
    private final WriteHandler<C, R> handler;
    private final C command;
    private final Submission submission;
    private final CompletableFuture<R> future = new CompletableFuture<>();
    private @Nullable R result;
    private @Nullable Throwable failure;
    private boolean expired;

    PendingWrite(WriteHandler<C, R> handler, C command, Submission submission) {
        this.handler = handler;
        this.command = command;
        this.submission = submission;
    }

    void run(WriteContext context) {
        result = handler.execute(context, command);
    }

    void fail(Throwable reason) {
        failure = reason;
    }

    /** Marks a command whose patience ended while it was parked. */
    void expire() {
        expired = true;
    }

    boolean expired() {
        return expired;
    }

    Submission submission() {
        return submission;
    }

    CompletableFuture<R> future() {
        return future;
    }

    /** Completes the future with what the command came to. */
    @SuppressWarnings("NullAway") // a handler may return null where R allows it; the future passes it on
    void release() {
        if (failure != null) {
            future.completeExceptionally(failure);
        } else {
            future.complete(result);
        }
    }
}
