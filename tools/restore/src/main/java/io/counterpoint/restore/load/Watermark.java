package io.counterpoint.restore.load;

import java.util.TreeMap;

/** Up to which row everything is stored, while batches end in any order. Any thread. */
final class Watermark {
    private final TreeMap<Long, Long> ahead = new TreeMap<>();
    private long rows;

    Watermark(long rows) {
        this.rows = rows;
    }

    /** The rows {@code [first, first + count)} are stored. */
    synchronized void stored(long first, long count) {
        ahead.put(first, first + count);
        while (!ahead.isEmpty() && ahead.firstKey() <= rows) {
            rows = Math.max(rows, ahead.pollFirstEntry().getValue());
        }
    }

    /** How many rows from the beginning of the file are stored without a gap. */
    synchronized long rows() {
        return rows;
    }
}
