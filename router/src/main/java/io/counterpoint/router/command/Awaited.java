package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.router.rpc.ShardReplies;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for an answer: on worker threads only, never on an event loop. */
final class Awaited {
    private Awaited() {}

    /** The result, or the refusal that the future failed with. */
    static <T> T result(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException failure) {
            CommandException refusal = ShardReplies.refusalIn(failure);
            throw refusal != null ? refusal : failure;
        }
    }
}
