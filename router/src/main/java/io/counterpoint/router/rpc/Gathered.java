package io.counterpoint.router.rpc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Waits for several answers at once. */
public final class Gathered {
    private Gathered() {}

    /**
     * All results, in the order of the futures. Completes when the last of them has, also when one failed before:
     * nothing is left running behind an answer. Fails with the failure of the first one, in their order, that failed.
     */
    public static <T> CompletableFuture<List<T>> all(Collection<CompletableFuture<T>> futures) {
        List<CompletableFuture<T>> parts = List.copyOf(futures);
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)).handle((nothing, failure) -> {
            List<T> results = new ArrayList<>(parts.size());
            for (CompletableFuture<T> part : parts) {
                results.add(part.join());
            }
            return results;
        });
    }
}
