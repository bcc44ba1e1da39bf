package io.counterpoint.wire.cursor;

import io.counterpoint.base.limit.Limits;

/**
 * How a command wants its result delivered.
 *
 * @param namespace {@code database.collection} that later {@code getMore}s have to name
 * @param batchSize most documents of the first batch; 0 opens the cursor without reading
 * @param singleBatch whether the cursor ends with the first batch, whatever is left
 * @param noTimeout whether the cursor stays when it is idle
 */
public record CursorRequest(String namespace, int batchSize, boolean singleBatch, boolean noTimeout) {
    /** A cursor with the default size of a first batch. */
    public static CursorRequest of(String namespace) {
        return new CursorRequest(namespace, Limits.CURSOR_FIRST_BATCH_COUNT, false, false);
    }

    /** The same with another size of the first batch. */
    public CursorRequest withBatchSize(int size) {
        return new CursorRequest(namespace, size, singleBatch, noTimeout);
    }
}
