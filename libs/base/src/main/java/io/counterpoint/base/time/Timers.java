package io.counterpoint.base.time;

/**
 * Runs actions later. Actions run one after another on the timers' own thread: they must be short and must not block.
 * Any thread may schedule.
 */
public interface Timers {
    /**
     * Runs an action once.
     *
     * @param delayMillis 0 or more; 0 runs it as soon as possible, never on the calling thread
     * @return a handle; cancelling after the action began has no effect
     */
    Cancellable schedule(long delayMillis, Runnable action);

    /** A scheduled action that can be called off. */
    interface Cancellable {
        /** Calls the action off, if it has not begun. Repeating it is harmless. */
        void cancel();
    }
}
