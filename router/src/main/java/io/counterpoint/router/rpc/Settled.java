package io.counterpoint.router.rpc;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Goes on after an answer, whichever way it came out. */
public final class Settled {
    private Settled() {}

    /** What to do next. */
    @FunctionalInterface
    public interface Next<T, R> {
        /**
         * Goes on.
         *
         * @param value what the future gave; null when it failed
         * @param failure what it failed with; null when it did not
         */
        CompletableFuture<R> after(T value, @Nullable Throwable failure);
    }

    /**
     * What the next step gives after a future has completed or failed; fails as the next step does, or with what it
     * throws.
     */
    public static <T, R> CompletableFuture<R> then(CompletableFuture<T> future, Next<T, R> next) {
        CompletableFuture<R> result = new CompletableFuture<>();
        CompletableFuture<T> unused = future.whenComplete((value, failure) -> {
            CompletableFuture<R> following;
            try {
                following = next.after(value, failure);
            } catch (RuntimeException thrown) {
                following = CompletableFuture.failedFuture(thrown);
            }
            CompletableFuture<R> unusedToo = following.whenComplete((outcome, trouble) -> {
                if (trouble != null) {
                    result.completeExceptionally(trouble);
                } else {
                    result.complete(outcome);
                }
            });
        });
        return result;
    }
}
