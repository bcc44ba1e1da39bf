package io.counterpoint.wire.codec;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Room in memory that all connections of a door share: for large messages while they come and are carried out, or for
 * replies that clients do not read. What does not find room is refused at once; nobody waits for it. Any thread.
 */
public final class MessageRoom {
    /** A message takes room for what it has beyond this many bytes. */
    public static final int FREE_BYTES = 1 << 20;

    private final long bytesMax;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong refusals = new AtomicLong();

    /**
     * An empty room.
     *
     * @param bytesMax most bytes at once
     */
    public MessageRoom(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Takes room; false when there is not enough left, and the refusal is counted. */
    public boolean take(long bytes) {
        if (taken.addAndGet(bytes) <= bytesMax) {
            return true;
        }
        taken.addAndGet(-bytes);
        refusals.incrementAndGet();
        return false;
    }

    /** Gives back what was taken. */
    public void give(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** Bytes that are taken now. */
    public long takenBytes() {
        return taken.get();
    }

    /** How often there was not enough. */
    public long refusalCount() {
        return refusals.get();
    }
}
