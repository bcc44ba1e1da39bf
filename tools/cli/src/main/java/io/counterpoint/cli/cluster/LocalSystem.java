package io.counterpoint.cli.cluster;

import java.util.concurrent.CountDownLatch;

/** A system whose parts all live in this JVM. */
final class LocalSystem implements RunningSystem {
    private final Endpoints endpoints;
    private final StartedParts parts;

    LocalSystem(Endpoints endpoints, StartedParts parts) {
        this.endpoints = endpoints;
        this.parts = parts;
    }

    @Override
    public Endpoints endpoints() {
        return endpoints;
    }

    @Override
    public String awaitFailure() throws InterruptedException {
        new CountDownLatch(1).await();
        throw new AssertionError("nobody opens this latch");
    }

    @Override
    public void close() {
        parts.close();
    }
}
