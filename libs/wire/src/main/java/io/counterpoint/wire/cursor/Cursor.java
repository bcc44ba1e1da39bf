package io.counterpoint.wire.cursor;

import io.counterpoint.wire.session.SessionId;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A parked result. One request at a time holds it; whoever kills it meanwhile leaves the closing to the holder. All of
 * its state is guarded by itself.
 */
final class Cursor {
    private enum State {
        IDLE,
        IN_USE,
        KILLED_IN_USE,
        CLOSED
    }

    private final long id;
    private final String namespace;
    private final @Nullable SessionId session;
    private final OptionalLong transaction;
    private final boolean noTimeout;
    private final BatchSource source;
    private State state = State.IDLE;
    private long lastUseNanos;

    Cursor(
            long id,
            String namespace,
            @Nullable SessionId session,
            OptionalLong transaction,
            boolean noTimeout,
            BatchSource source,
            long nowNanos) {
        this.id = id;
        this.namespace = namespace;
        this.session = session;
        this.transaction = transaction;
        this.noTimeout = noTimeout;
        this.source = source;
        lastUseNanos = nowNanos;
    }

    long id() {
        return id;
    }

    String namespace() {
        return namespace;
    }

    @Nullable
    SessionId session() {
        return session;
    }

    /** The number of the transaction that opened it; empty when it was opened outside of one. */
    OptionalLong transaction() {
        return transaction;
    }

    BatchSource source() {
        return source;
    }

    /** Takes hold of the cursor; false when another request holds it or it is closed. */
    synchronized boolean acquire() {
        if (state != State.IDLE) {
            return false;
        }
        state = State.IN_USE;
        return true;
    }

    /** Lets the cursor go; false when it was killed meanwhile, and then the holder has to close it. */
    synchronized boolean release(long nowNanos) {
        if (state == State.KILLED_IN_USE) {
            return false;
        }
        state = State.IDLE;
        lastUseNanos = nowNanos;
        return true;
    }

    /** Closes the cursor at once, or leaves that to its holder. */
    void kill() {
        synchronized (this) {
            if (state == State.IN_USE) {
                state = State.KILLED_IN_USE;
                return;
            }
            if (state != State.IDLE) {
                return;
            }
            state = State.CLOSED;
        }
        source.close();
    }

    /** Closes the cursor: by its holder. */
    void closeByHolder() {
        synchronized (this) {
            state = State.CLOSED;
        }
        source.close();
    }

    /** Whether the cursor has been idle for so long; never while it is held. */
    synchronized boolean idleFor(long nanos, long nowNanos) {
        return !noTimeout && state == State.IDLE && nowNanos - lastUseNanos >= nanos;
    }
}
