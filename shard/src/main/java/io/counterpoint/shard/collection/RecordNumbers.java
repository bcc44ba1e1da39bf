package io.counterpoint.shard.collection;

import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.loop.WriteContext;
import java.util.HashMap;
import java.util.Map;

/**
 * Next record number of each collection: one above the highest stored, in order of arrival, so that a scan gives
 * insertion order. Used inside the write loop only. A number that a failed write took is not used again while the
 * process lives.
 */
final class RecordNumbers {
    private final Map<Integer, Long> next = new HashMap<>();
    private final Map<Integer, Long> reserved = new HashMap<>();

    long take(WriteContext context, int collectionId) {
        Long known = next.get(collectionId);
        long number = known != null
                ? known
                : 1
                        + Math.max(
                                Records.lastRecordId(context.committed(), collectionId),
                                reserved.getOrDefault(collectionId, 0L));
        next.put(collectionId, number + 1);
        return number;
    }

    /** Keeps a number from being taken: before the first is taken in the collection. */
    void reserve(int collectionId, long number) {
        reserved.merge(collectionId, number, Math::max);
    }
}
