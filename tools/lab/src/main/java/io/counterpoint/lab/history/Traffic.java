package io.counterpoint.lab.history;

/**
 * Messages counted during a run.
 *
 * @param clientCommands commands the clients sent, retries included
 * @param numberCommands those of them that only served to get a number
 * @param allocatorCalls messages inside the cluster that only served to get a number; -1 when the cluster does not say
 * @param counterWrites durable writes of counters; -1 when the cluster does not say
 */
public record Traffic(long clientCommands, long numberCommands, long allocatorCalls, long counterWrites) {
    /** A cluster that says nothing about its inner messages. */
    public static final long NOT_SAID = -1;
}
