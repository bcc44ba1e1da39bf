package io.counterpoint.shard.storage;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Counts who is inside the native database. Using a closed one would end the process without a word, so every use takes
 * a permit, cursors and snapshots keep theirs while they are open, and closing takes them all.
 */
final class RocksUses {
    /** How long closing waits for readers on other threads to leave. */
    private static final int CLOSE_WAIT_SECONDS_MAX = 10;

    private final Semaphore permits = new Semaphore(Integer.MAX_VALUE);
    private volatile boolean closed;

    void enter() {
        if (closed || !permits.tryAcquire()) {
            throw new IllegalStateException("the store is closed");
        }
    }

    void leave() {
        permits.release();
    }

    /**
     * Keeps everyone out from now on and waits for those inside.
     *
     * @return false when it was closed before
     * @throws IllegalStateException when cursors or snapshots stay open: the native database must live on then
     */
    boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        boolean alone;
        try {
            alone = permits.tryAcquire(Integer.MAX_VALUE, CLOSE_WAIT_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            alone = permits.tryAcquire(Integer.MAX_VALUE);
        }
        if (!alone) {
            int open = Integer.MAX_VALUE - permits.availablePermits();
            throw new IllegalStateException("cannot close the store: " + open + " cursors or snapshots are open");
        }
        return true;
    }
}
