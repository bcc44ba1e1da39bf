package io.counterpoint.base.limit;

/**
 * Numbers that bound what comes from outside. Those of the protocol are MongoDB's (manual page "MongoDB Limits and
 * Thresholds" and the reply of {@code hello}).
 */
public final class Limits {
    /** Largest document a client may store, in bytes. */
    public static final int DOCUMENT_BYTES_MAX = 16 * 1024 * 1024;

    /**
     * What a reply or an internal document may be larger than a stored one: room for the envelope around a largest
     * document.
     */
    public static final int DOCUMENT_ENVELOPE_BYTES = 16 * 1024;

    /** Largest message on the wire, in bytes, header included. */
    public static final int MESSAGE_BYTES_MAX = 48_000_000;

    /** Most writes in one command. */
    public static final int WRITE_BATCH_COUNT_MAX = 100_000;

    /** Deepest nesting of documents and arrays in stored BSON. */
    public static final int NESTING_DEPTH_MAX = 100;

    /** Deepest nesting in messages: a document that is sent inside of a command must not become too deep by that. */
    public static final int MESSAGE_NESTING_DEPTH_MAX = 200;

    /** Most bytes of documents in one cursor batch. */
    public static final int CURSOR_BATCH_BYTES_MAX = DOCUMENT_BYTES_MAX;

    /** Documents in a first batch when the client names no size. */
    public static final int CURSOR_FIRST_BATCH_COUNT = 101;

    /** Idle time after which a cursor is closed, in milliseconds. */
    public static final long CURSOR_IDLE_MILLIS_MAX = 10 * 60 * 1000L;

    /** Idle time after which a logical session is forgotten, in minutes; told to clients in {@code hello}. */
    public static final int SESSION_IDLE_MINUTES_MAX = 30;

    /** Most open cursors of a process: each holds a snapshot, or what was read and not yet taken. */
    public static final int CURSOR_COUNT_MAX = 10_000;

    /** Longest fully qualified collection name, in bytes of UTF-8. */
    public static final int NAMESPACE_BYTES_MAX = 255;

    /** Longest database name, in bytes; MongoDB refuses 64 and more. */
    public static final int DATABASE_NAME_BYTES_MAX = 63;

    /** Most indexes of a collection, the one on {@code _id} included. */
    public static final int INDEX_COUNT_MAX = 64;

    /** Most fields in a compound index. */
    public static final int INDEX_FIELD_COUNT_MAX = 32;

    /** Memory that a blocking sort or group may hold, in bytes. */
    public static final long BLOCKING_STAGE_BYTES_MAX = 100L * 1024 * 1024;

    /** Most numbers that {@code onDuplicate: "skip"} steps over; sequences contract 1.2. */
    public static final int SEQUENCE_SKIP_COUNT_MAX = 1_000;

    static {
        if (DOCUMENT_BYTES_MAX + DOCUMENT_ENVELOPE_BYTES > MESSAGE_BYTES_MAX) {
            throw new AssertionError("a largest document must fit into a message");
        }
        if (NESTING_DEPTH_MAX >= MESSAGE_NESTING_DEPTH_MAX) {
            throw new AssertionError("a deepest document must fit into a message");
        }
    }

    private Limits() {}
}
