package io.counterpoint.wire.session;

import io.counterpoint.base.limit.Limits;
import io.counterpoint.base.time.Clock;
import io.counterpoint.base.time.Timers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The logical sessions that clients have used lately. A session begins with its first use and ends when a client says
 * so or when it was not used for {@value Limits#SESSION_IDLE_MINUTES_MAX} minutes. Any thread.
 *
 * <p>Ended sessions are forgotten without trace: a client that uses one again simply begins it anew, as with MongoDB.
 */
public final class SessionTable implements AutoCloseable {
    private static final long IDLE_NANOS_MAX = TimeUnit.MINUTES.toNanos(Limits.SESSION_IDLE_MINUTES_MAX);
    private static final long SWEEP_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final Clock clock;
    private final Timers timers;
    private final ConcurrentMap<SessionId, AtomicLong> lastUseNanos = new ConcurrentHashMap<>();
    private final List<Consumer<SessionId>> endListeners = new CopyOnWriteArrayList<>();

    private final Object sweeping = new Object();
    private Timers.@Nullable Cancellable sweep;
    private boolean closed;

    /** An empty table. */
    public SessionTable(Clock clock, Timers timers) {
        this.clock = clock;
        this.timers = timers;
    }

    /**
     * Adds an action to be run once for each session that ends, however it ends.
     *
     * @param listener short, must not block; runs on the thread that ends the session, or on the timers' thread
     */
    public void onEnd(Consumer<SessionId> listener) {
        endListeners.add(listener);
    }

    /** Notes a use: begins the session if it is not known, and puts off its end. */
    public void touch(SessionId id) {
        AtomicLong last = lastUseNanos.get(id);
        if (last != null) {
            last.set(clock.nanos());
        } else {
            lastUseNanos.put(id, new AtomicLong(clock.nanos()));
            scheduleSweep();
        }
    }

    /** Ends a session; nothing happens when it is not known. */
    public void end(SessionId id) {
        if (lastUseNanos.remove(id) != null) {
            endListeners.forEach(listener -> listener.accept(id));
        }
    }

    /** Ends all sessions. */
    public void endAll() {
        List.copyOf(lastUseNanos.keySet()).forEach(this::end);
    }

    /** Whether a session is known. */
    public boolean contains(SessionId id) {
        return lastUseNanos.containsKey(id);
    }

    /**
     * The known sessions, in no order.
     *
     * @return for each, when it was last used, in milliseconds since 1970
     */
    public Map<SessionId, Long> lastUses() {
        long nowNanos = clock.nanos();
        long nowMillis = clock.millis();
        Map<SessionId, Long> uses = new HashMap<>();
        lastUseNanos.forEach(
                (id, last) -> uses.put(id, nowMillis - TimeUnit.NANOSECONDS.toMillis(nowNanos - last.get())));
        return uses;
    }

    /** Number of known sessions. */
    public int count() {
        return lastUseNanos.size();
    }

    /** Forgets all sessions without telling listeners, and stops the sweep. */
    @Override
    public void close() {
        synchronized (sweeping) {
            closed = true;
            if (sweep != null) {
                sweep.cancel();
            }
        }
        lastUseNanos.clear();
    }

    private void scheduleSweep() {
        synchronized (sweeping) {
            // Only while there are sessions: an empty process has no timer that keeps it, or a simulation, busy.
            if (sweep == null && !closed) {
                sweep = timers.schedule(SWEEP_MILLIS, this::sweep);
            }
        }
    }

    private void sweep() {
        long now = clock.nanos();
        List<SessionId> idle = new ArrayList<>();
        lastUseNanos.forEach((id, last) -> {
            if (now - last.get() >= IDLE_NANOS_MAX) {
                idle.add(id);
            }
        });
        idle.forEach(this::end);
        synchronized (sweeping) {
            sweep = null;
        }
        if (!lastUseNanos.isEmpty()) {
            scheduleSweep();
        }
    }
}
