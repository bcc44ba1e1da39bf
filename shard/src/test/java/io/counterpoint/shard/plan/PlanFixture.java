package io.counterpoint.shard.plan;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.index.IndexEntries;
import io.counterpoint.shard.index.KeyClaims;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.MemoryStore;
import io.counterpoint.shard.storage.OverlayView;
import java.util.List;
import java.util.UUID;
import org.bson.BsonDocument;

/** A collection {@code shop.orders} in memory to which a test adds indexes and documents. */
final class PlanFixture {
    private final OverlayView view = new OverlayView(new MemoryStore());
    private final IndexEntries entries = new IndexEntries();
    private long lastRecordId;
    private CollectionDescription collection = new CollectionDescription(
            1,
            new Namespace("shop", "orders"),
            new UUID(1, 2),
            new BsonDocument(),
            List.of(IndexDescription.onId().withId(1)));

    void index(String spec) {
        multikeyIndex(spec, 0);
    }

    void multikeyIndex(String spec, int multikeyFields) {
        collection = collection.withIndex(IndexDescription.fromSpec(BsonDocument.parse(spec))
                .withId(collection.indexes().size() + 1)
                .withMultikeyFields(multikeyFields));
    }

    void insert(String document) {
        RawDocument raw = BsonBytes.raw(BsonDocument.parse(document));
        long recordId = ++lastRecordId;
        if (entries.insert(view, KeyClaims.FREE, collection, recordId, raw) != null) {
            throw new IllegalArgumentException("duplicate " + document);
        }
        view.put(ColumnFamily.DOCUMENTS, Records.key(collection.id(), recordId), raw.array());
        collection = entries.withNewMultikeyFields(collection);
    }

    void delete(long recordId) {
        RawDocument document = Records.get(view, collection.id(), recordId);
        if (document == null) {
            throw new IllegalArgumentException("no record " + recordId);
        }
        entries.remove(view, KeyClaims.FREE, collection, recordId, document);
        view.delete(ColumnFamily.DOCUMENTS, Records.key(collection.id(), recordId));
    }

    CollectionDescription collection() {
        return collection;
    }

    OverlayView view() {
        return view;
    }
}
