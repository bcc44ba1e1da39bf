package io.counterpoint.shard.command;

import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.storage.Store;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreView;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;

/**
 * Sizes of a collection as {@code $collStats} and {@code dbStats} show them. Counting reads the whole collection: run
 * on the worker pool.
 *
 * @param count documents
 * @param dataBytes sum of the documents' sizes
 * @param storageBytes estimated bytes on disk of the documents
 * @param indexBytes estimated bytes on disk of each index, {@code {name: int64}}
 */
record CollectionStatistics(long count, long dataBytes, long storageBytes, BsonDocument indexBytes) {
    static CollectionStatistics of(Store store, StoreView view, CollectionDescription collection) {
        long count = 0;
        long bytes = 0;
        try (StoreCursor records = Records.scan(view, collection.id(), false)) {
            while (records.next()) {
                count++;
                bytes += records.value().length;
            }
        }
        BsonDocument indexes = new BsonDocument();
        for (IndexDescription index : collection.indexes()) {
            indexes.put(index.name(), new BsonInt64(StoredSizes.index(store, index)));
        }
        return new CollectionStatistics(count, bytes, StoredSizes.documents(store, collection), indexes);
    }

    long totalIndexBytes() {
        return indexBytes.values().stream()
                .mapToLong(size -> size.asInt64().getValue())
                .sum();
    }

    /** As {@code storageStats}; sizes divided by a scale. */
    BsonDocument storageStats(long scale) {
        BsonDocument indexSizes = new BsonDocument();
        indexBytes.forEach((name, size) ->
                indexSizes.put(name, new BsonInt64(size.asInt64().getValue() / scale)));
        BsonDocument stats =
                new BsonDocument("size", new BsonInt64(dataBytes / scale)).append("count", new BsonInt64(count));
        if (count > 0) {
            stats.append("avgObjSize", new BsonInt64(dataBytes / count));
        }
        return stats.append("numOrphanDocs", new BsonInt64(0))
                .append("storageSize", new BsonInt64(storageBytes / scale))
                .append("freeStorageSize", new BsonInt64(0))
                .append("capped", BsonBoolean.FALSE)
                .append("nindexes", new BsonInt32(indexBytes.size()))
                .append("indexBuilds", new BsonArray())
                .append("totalIndexSize", new BsonInt64(totalIndexBytes() / scale))
                .append("totalSize", new BsonInt64((storageBytes + totalIndexBytes()) / scale))
                .append("indexSizes", indexSizes)
                .append("scaleFactor", new BsonInt64(scale));
    }
}
