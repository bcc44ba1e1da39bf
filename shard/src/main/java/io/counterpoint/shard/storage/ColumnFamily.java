package io.counterpoint.shard.storage;

import java.util.Arrays;

/**
 * The column families of a shard. Numbers are on disk and are never reused; {@code docs/storage-layout.md} lists keys
 * and values byte by byte.
 */
public enum ColumnFamily {
    /** The shard's own facts: format version, name, identity. */
    META(1, "meta"),
    /** Collections and their indexes, by namespace. */
    CATALOG(2, "catalog"),
    /** Documents, by collection and record number. */
    DOCUMENTS(3, "documents"),
    /** Entries of all indexes, by index and key. */
    INDEXES(4, "indexes"),
    /** Outcomes of retryable writes, by logical session. */
    SESSIONS(5, "sessions"),
    /** Transactions that are prepared or decided, by session and number. */
    TRANSACTIONS(6, "transactions");

    /** One more than the highest number: the size of an array with a place for each family. */
    static final int NUMBER_END =
            1 + Arrays.stream(values()).mapToInt(ColumnFamily::number).max().orElse(0);

    private final int number;
    private final String label;

    ColumnFamily(int number, String label) {
        this.number = number;
        this.label = label;
    }

    /** Number on disk. */
    public int number() {
        return number;
    }

    /** Name on disk and in messages. */
    public String label() {
        return label;
    }
}
