package io.counterpoint.router.rpc;

import io.counterpoint.base.time.Timers;
import java.util.concurrent.CompletableFuture;

/** Waiting without blocking. */
public final class Pause {
    private Pause() {}

    /**
     * Completes after a while, on the timers' thread.
     *
     * @param millis 0 or more
     */
    public static CompletableFuture<Void> of(Timers timers, long millis) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        timers.schedule(millis, () -> over.complete(null));
        return over;
    }
}
