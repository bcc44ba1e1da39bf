package io.counterpoint.lab.history;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;

/**
 * One document that a client tried to store. Times are nanoseconds since the start of the run, taken from one monotonic
 * clock.
 *
 * @param client which client, from 0; a client has one attempt at a time, so it is a session too
 * @param ordinal the client's how many-th document, from 0; (client, ordinal) names the attempt
 * @param router the router that was asked
 * @param shard the shard that stores the document, as the audit after the run found it; null when none does
 * @param arrivalNanos when the attempt was due; under load it may be invoked later
 * @param invokeNanos when it was sent
 * @param returnNanos when the answer was there, or the client gave up
 * @param value the number the client was told, null when it was told none
 * @param storedValue the number in the stored document, null when there is no document or no number in it
 * @param explicit whether the client sent the number itself
 * @param position the document's place in its shard's storage order, from 0; -1 when it is not stored
 * @param cause why it failed or stayed open, null when it was acknowledged
 */
public record Attempt(
        int client,
        int ordinal,
        String router,
        @Nullable String shard,
        long arrivalNanos,
        long invokeNanos,
        long returnNanos,
        Outcome outcome,
        @Nullable Long value,
        @Nullable Long storedValue,
        boolean explicit,
        long position,
        @Nullable String cause) {

    /** Whether the audit found the document. */
    @JsonIgnore
    public boolean stored() {
        return shard != null;
    }

    /** Whether the audit found the document with a number in it. */
    @JsonIgnore
    public boolean numbered() {
        return shard != null && storedValue != null;
    }

    /**
     * The number in the stored document.
     *
     * @throws IllegalStateException when it is not {@link #numbered}
     */
    @JsonIgnore
    public long number() {
        if (storedValue == null) {
            throw new IllegalStateException("no number is stored by " + name());
        }
        return storedValue;
    }

    /**
     * The shard that stores the document.
     *
     * @throws IllegalStateException when none does
     */
    @JsonIgnore
    public String home() {
        if (shard == null) {
            throw new IllegalStateException("no shard stores " + name());
        }
        return shard;
    }

    /** The attempt as a person would point at it. */
    @JsonIgnore
    public String name() {
        return "client " + client + ", document " + ordinal;
    }

    /** The same attempt with what the audit found. */
    public Attempt found(String onShard, @Nullable Long number, long storagePosition) {
        return new Attempt(
                client,
                ordinal,
                router,
                onShard,
                arrivalNanos,
                invokeNanos,
                returnNanos,
                outcome,
                value,
                number,
                explicit,
                storagePosition,
                cause);
    }
}
