package io.counterpoint.shard.command;

import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.index.IndexEntries;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.Store;

/** How much space collections and indexes take, as the store estimates it. */
final class StoredSizes {
    private StoredSizes() {}

    /** Bytes of a collection's documents. */
    static long documents(Store store, CollectionDescription collection) {
        return store.estimatedBytes(
                ColumnFamily.DOCUMENTS, Records.firstKey(collection.id()), Records.endKey(collection.id()));
    }

    /** Bytes of an index. */
    static long index(Store store, IndexDescription index) {
        return store.estimatedBytes(
                ColumnFamily.INDEXES, IndexEntries.firstKey(index.id()), IndexEntries.endKey(index.id()));
    }

    /** Bytes of a collection's documents and indexes. */
    static long total(Store store, CollectionDescription collection) {
        long total = documents(store, collection);
        for (IndexDescription index : collection.indexes()) {
            total += index(store, index);
        }
        return total;
    }
}
