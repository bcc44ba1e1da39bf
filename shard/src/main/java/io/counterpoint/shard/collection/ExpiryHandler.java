package io.counterpoint.shard.collection;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.index.IndexEntries;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.loop.WriteHandler;
import io.counterpoint.shard.storage.StoreCursor;
import java.util.LinkedHashSet;
import java.util.Set;
import org.bson.BsonDateTime;

/**
 * Removes documents by an index with {@code expireAfterSeconds}. Its entries with dates are in order of time and hold
 * all there is to know: values that are no dates lie elsewhere, and of an array the earliest date comes first.
 */
public final class ExpiryHandler implements WriteHandler<ExpiryWrite, Integer> {
    private static final BsonDateTime EARLIEST = new BsonDateTime(Long.MIN_VALUE);

    private final CollectionWriter writer;

    /** Removes through a writer. */
    public ExpiryHandler(CollectionWriter writer) {
        this.writer = writer;
    }

    /** How many documents were removed; fewer than asked for when no more have expired. */
    @Override
    public Integer execute(WriteContext context, ExpiryWrite write) {
        CollectionDescription collection = context.catalog().find(write.collection());
        IndexDescription index = collection == null ? null : collection.indexOf(write.indexId());
        Integer seconds = index == null ? null : index.expireAfterSeconds();
        if (collection == null || index == null || seconds == null) {
            return 0;
        }
        int removed = 0;
        for (long recordId : expired(context, index, write.nowMillis() - seconds * 1_000L, write.countMax())) {
            RawDocument document = Records.get(context.view(), collection.id(), recordId);
            if (document != null) {
                writer.delete(context, collection, recordId, document);
                removed++;
            }
        }
        return removed;
    }

    private static Set<Long> expired(WriteContext context, IndexDescription index, long untilMillis, int countMax) {
        Set<Long> records = new LinkedHashSet<>();
        BsonDateTime until = new BsonDateTime(untilMillis);
        try (StoreCursor entries = IndexEntries.range(context.view(), index, EARLIEST, until)) {
            while (records.size() < countMax && entries.next()) {
                records.add(IndexEntries.recordId(index, entries.key(), entries.value()));
            }
        }
        return records;
    }
}
