package io.counterpoint.shard.plan;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreView;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records that an index leads to. An index on what rises with insertion, such as a number from a counter or a
 * date, leads from a record to its neighbour: then it walks, which costs a tenth of a search for each. One thread at a
 * time.
 */
final class RecordFetcher implements AutoCloseable {
    /** A search costs as much as so many steps. */
    private static final long NEAR_RECORDS = 8;

    /** One neighbour may be chance. */
    private static final int NEAR_BEFORE_WALK_COUNT = 2;

    private final StoreView view;
    private final int collectionId;
    private final boolean reverse;
    private @Nullable StoreCursor walk;

    /** Number of the record that {@code walk} stands on; 0 when it stands nowhere. */
    private long walkedTo;

    private long last;
    private int nearCount;

    /**
     * Nothing is read yet.
     *
     * @param reverse whether neighbours are expected from the newest to the oldest
     */
    RecordFetcher(StoreView view, int collectionId, boolean reverse) {
        this.view = view;
        this.collectionId = collectionId;
        this.reverse = reverse;
    }

    /** The document of a record; null when there is none. */
    @Nullable
    RawDocument get(long recordId) {
        long distance = distance(last, recordId);
        boolean near = last != 0 && distance > 0 && distance <= NEAR_RECORDS;
        nearCount = near ? nearCount + 1 : 0;
        last = recordId;
        return nearCount < NEAR_BEFORE_WALK_COUNT ? Records.get(view, collectionId, recordId) : walkTo(recordId);
    }

    private long distance(long from, long to) {
        return reverse ? from - to : to - from;
    }

    private @Nullable RawDocument walkTo(long recordId) {
        StoreCursor records = walk;
        if (records == null) {
            records = Records.scan(view, collectionId, reverse);
            walk = records;
        }
        long ahead = distance(walkedTo, recordId);
        if (walkedTo == 0 || ahead <= 0 || ahead > NEAR_RECORDS) {
            records.seek(Records.key(collectionId, recordId));
        }
        while (records.next()) {
            walkedTo = Records.recordId(records.key());
            if (distance(walkedTo, recordId) <= 0) {
                return walkedTo == recordId ? RawDocument.of(records.value()) : null;
            }
        }
        walkedTo = 0;
        return null;
    }

    @Override
    public void close() {
        if (walk != null) {
            walk.close();
        }
    }
}
