package io.counterpoint.cli.cluster;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A system whose parts all live in this JVM. */
final class LocalSystem implements RunningSystem {
    private final Endpoints endpoints;
    private final StartedParts parts;
    private final CompletableFuture<String> failure;

    /** A system that ends by itself only when the future completes, with the reason. */
    LocalSystem(Endpoints endpoints, StartedParts parts, CompletableFuture<String> failure) {
        this.endpoints = endpoints;
        this.parts = parts;
        this.failure = failure;
    }

    @Override
    public Endpoints endpoints() {
        return endpoints;
    }

    @Override
    public String awaitFailure() throws InterruptedException {
        try {
            return failure.get();
        } catch (ExecutionException e) {
            throw new AssertionError("a reason to stop is never a failure itself", e);
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
