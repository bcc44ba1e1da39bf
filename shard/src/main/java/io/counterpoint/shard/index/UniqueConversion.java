package io.counterpoint.shard.index;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.KeyBytes;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * Makes an index that is not unique a unique one. Its entries are written anew under another number: the keys of the
 * two kinds differ.
 */
public final class UniqueConversion {
    private static final byte[] NO_VALUE = {};

    /** Ids of documents listed in a refusal; a reply must not grow without end. */
    private static final int LISTED_COUNT_MAX = 10_000;

    private UniqueConversion() {}

    /**
     * Refuses when documents share a key.
     *
     * @throws CommandException CannotConvertIndexToUnique (359) with {@code violations: [{ids: […]}, …]}, one entry for
     *     each value that several documents have
     */
    public static void check(StoreView view, CollectionDescription collection, IndexDescription index) {
        BsonArray violations = violations(view, collection, index);
        if (!violations.isEmpty()) {
            throw new CommandException(
                    ErrorCode.CANNOT_CONVERT_INDEX_TO_UNIQUE,
                    "Cannot convert the index to unique. Please resolve conflicting documents before running collMod"
                            + " again.",
                    new BsonDocument("violations", violations),
                    List.of());
        }
    }

    private static BsonArray violations(StoreView view, CollectionDescription collection, IndexDescription index) {
        BsonArray violations = new BsonArray();
        List<Long> sharing = new ArrayList<>();
        byte[] values = NO_VALUE;
        int listed = 0;
        try (StoreCursor entries = entries(view, index)) {
            boolean more = entries.next();
            while (more && listed < LISTED_COUNT_MAX) {
                byte[] key = entries.key();
                if (!Arrays.equals(values, IndexEntries.values(key))) {
                    values = IndexEntries.values(key);
                    sharing.clear();
                }
                sharing.add(IndexEntries.recordId(index, key, NO_VALUE));
                more = entries.next();
                boolean last = !more || !Arrays.equals(values, IndexEntries.values(entries.key()));
                if (last && sharing.size() > 1) {
                    violations.add(new BsonDocument("ids", ids(view, collection, sharing)));
                    listed += sharing.size();
                }
            }
        }
        return violations;
    }

    private static BsonArray ids(StoreView view, CollectionDescription collection, List<Long> records) {
        BsonArray ids = new BsonArray();
        for (long record : records) {
            RawDocument document = Records.get(view, collection.id(), record);
            BsonValue id = document == null ? null : document.get("_id");
            ids.add(id == null ? BsonNull.VALUE : id);
        }
        return ids;
    }

    /**
     * Writes the entries of an index for a unique one. Documents share no keys.
     *
     * @param unique the unique index, with a number of its own
     */
    public static void convert(OverlayView overlay, IndexDescription index, IndexDescription unique) {
        try (StoreCursor entries = entries(overlay, index)) {
            while (entries.next()) {
                byte[] key = IndexEntries.values(entries.key());
                KeyBytes.putInt(key, 0, unique.id());
                byte[] record = new byte[Long.BYTES];
                KeyBytes.putLong(record, 0, IndexEntries.recordId(index, entries.key(), NO_VALUE));
                overlay.put(ColumnFamily.INDEXES, key, record);
            }
        }
    }

    private static StoreCursor entries(StoreView view, IndexDescription index) {
        return view.cursor(
                ColumnFamily.INDEXES, IndexEntries.firstKey(index.id()), IndexEntries.endKey(index.id()), false);
    }
}
