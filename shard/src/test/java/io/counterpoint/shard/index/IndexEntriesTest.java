package io.counterpoint.shard.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.MemoryStore;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StoreBatch;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IndexEntriesTest {
    private final MemoryStore store = new MemoryStore();
    private final OverlayView overlay = new OverlayView(store);
    private final IndexEntries entries = new IndexEntries();

    @Test
    void duplicateIsToldAsMongoDBTellsIt() {
        CollectionDescription collection = collection("{key: {a: 1, 'b.c': -1}, name: 'ab', unique: true}");
        assertThat(insert(collection, 1, "{_id: 1, a: 'x', b: [{c: 1.0}, {c: 2}]}"))
                .isNull();

        DuplicateKey duplicate =
                Objects.requireNonNull(insert(collection, 2, "{_id: 2, a: 'x', b: {c: {$numberLong: '2'}}}"));

        assertThat(duplicate.existingRecordId()).isEqualTo(1);
        CommandException refusal = duplicate.toException();
        assertThat(refusal.code().number()).isEqualTo(11000);
        assertThat(refusal.text())
                .isEqualTo(
                        "E11000 duplicate key error collection: shop.orders index: ab dup key: { a: \"x\", b.c: 2 }");
        assertThat(Objects.requireNonNull(refusal.details()).toJson())
                .isEqualTo("{\"keyPattern\": {\"a\": 1, \"b.c\": -1}, \"keyValue\": {\"a\": \"x\", \"b.c\": 2}}");
    }

    @Test
    void missingFieldIsADuplicateOfNull() {
        CollectionDescription collection = collection("{key: {a: 1}, name: 'a_1', unique: true}");
        assertThat(insert(collection, 1, "{_id: 1, a: null}")).isNull();
        assertThat(refusal(insert(collection, 2, "{_id: 2}")).text()).endsWith("dup key: { a: null }");
    }

    @Test
    void idIsCheckedFirst() {
        CollectionDescription collection = collection("{key: {a: 1}, name: 'a_1', unique: true}");
        assertThat(insert(collection, 1, "{_id: 1, a: 1}")).isNull();
        assertThat(refusal(insert(collection, 2, "{_id: 1, a: 1}")).text())
                .isEqualTo("E11000 duplicate key error collection: shop.orders index: _id_ dup key: { _id: 1 }");
    }

    @Test
    void documentMayChangeIntoItself() {
        CollectionDescription collection = collection("{key: {a: 1}, name: 'a_1', unique: true}");
        assertThat(insert(collection, 1, "{_id: 1, a: [1, 2]}")).isNull();
        assertThat(update(collection, 1, "{_id: 1, a: [1, 2]}", "{_id: 1, a: [2, 3]}"))
                .isNull();
        assertThat(insert(collection, 2, "{_id: 2, a: 1}")).isNull();
        assertThat(refusal(update(collection, 2, "{_id: 2, a: 1}", "{_id: 2, a: 3}"))
                        .text())
                .endsWith("{ a: 3 }");
    }

    @Test
    void unchangedEntriesAreNotTouched() {
        CollectionDescription collection = collection("{key: {a: 1}, name: 'a_1'}");
        insert(collection, 1, "{_id: 1, a: 1, b: 1}");
        drain();
        update(collection, 1, "{_id: 1, a: 1, b: 1}", "{_id: 1, a: 1.0, b: 2}");
        assertThat(overlay.isEmpty()).isTrue();
    }

    @Test
    void firstArrayMakesTheIndexMultikey() {
        CollectionDescription collection = collection("{key: {a: 1, b: 1}, name: 'ab'}");
        insert(collection, 1, "{_id: 1, a: 1, b: 1}");
        assertThat(entries.withNewMultikeyFields(collection)).isSameAs(collection);
        insert(collection, 2, "{_id: 2, a: 1, b: [1]}");
        CollectionDescription changed = entries.withNewMultikeyFields(collection);
        assertThat(changed.indexes().get(1).multikeyFields()).isEqualTo(0b10);
        insert(changed, 3, "{_id: 3, a: 1, b: [1]}");
        assertThat(entries.withNewMultikeyFields(changed)).isSameAs(changed);
    }

    @Test
    void newUniqueIndexNamesTheDocumentInItsWay() {
        CollectionDescription collection = collection("{key: {z: 1}, name: 'z_1'}");
        for (int i = 1; i <= 3; i++) {
            String document = "{_id: " + i + ", a: " + i / 2 + "}";
            insert(collection, i, document);
            overlay.put(ColumnFamily.DOCUMENTS, Records.key(1, i), BsonBytes.encode(BsonDocument.parse(document)));
        }
        IndexDescription index = IndexDescription.uniqueOn("a").withId(9);
        DuplicateKey duplicate = Objects.requireNonNull(entries.build(overlay, collection, index));
        assertThat(duplicate.existingRecordId()).isEqualTo(2);
        assertThat(duplicate.toException().text()).endsWith("index: a_1 dup key: { a: 1 }");
    }

    /**
     * Goal: after any inserts, updates and removals the index holds exactly the keys of the documents that are there.
     */
    @Test
    void entriesAgreeWithDocuments() {
        CollectionDescription collection = collection(
                "{key: {a: 1}, name: 'a_1'}",
                "{key: {a: -1, b: 1}, name: 'ab'}",
                "{key: {b: 1}, name: 'b_1', sparse: true}",
                "{key: {a: 1, _id: 'hashed'}, name: 'ah', partialFilterExpression: {b: {$gt: 1}}}");
        Seeds.run(IndexEntriesTest.class, 100, random -> {
            OverlayView view = new OverlayView(new MemoryStore());
            Map<Long, BsonDocument> documents = new TreeMap<>();
            for (int i = 0; i < 60; i++) {
                long recordId = random.between(1, 10);
                BsonDocument before = documents.get(recordId);
                BsonDocument after = random.oneIn(4) ? null : document(random, recordId);
                if (before == null && after != null) {
                    assertThat(entries.insert(view, KeyClaims.FREE, collection, recordId, after))
                            .isNull();
                } else if (before != null && after != null) {
                    assertThat(entries.update(view, KeyClaims.FREE, collection, recordId, before, after))
                            .isNull();
                } else if (before != null) {
                    entries.remove(view, KeyClaims.FREE, collection, recordId, before);
                }
                if (after == null) {
                    documents.remove(recordId);
                } else {
                    documents.put(recordId, after);
                }
            }
            assertThat(stored(view)).isEqualTo(expected(collection, documents));
        });
    }

    private static BsonDocument document(SeededRandom random, long recordId) {
        BsonDocument document = new BsonDocument("_id", new BsonInt64(recordId));
        if (!random.oneIn(4)) {
            document.append("a", new BsonInt32(random.between(0, 3)));
        }
        if (random.oneIn(2)) {
            BsonArray array = new BsonArray();
            for (int i = random.between(0, 3); i > 0; i--) {
                array.add(new BsonInt32(random.between(0, 3)));
            }
            document.append("b", array);
        }
        return document;
    }

    private static List<String> stored(OverlayView view) {
        List<String> stored = new ArrayList<>();
        try (StoreCursor cursor =
                view.cursor(ColumnFamily.INDEXES, IndexEntries.firstKey(1), IndexEntries.endKey(100), false)) {
            while (cursor.next()) {
                stored.add(Arrays.toString(cursor.key()) + Arrays.toString(cursor.value()));
            }
        }
        return stored;
    }

    private static List<String> expected(CollectionDescription collection, Map<Long, BsonDocument> documents) {
        NavigableMap<byte[], String> expected = new TreeMap<>(Arrays::compareUnsigned);
        IndexKeys keys = new IndexKeys();
        documents.forEach((recordId, document) -> {
            for (IndexDescription index : collection.indexes()) {
                keys.compute(index, document, recordId);
                for (int i = 0; i < keys.count(); i++) {
                    byte[] value = index.unique() ? Arrays.copyOfRange(Records.key(1, recordId), 4, 12) : new byte[0];
                    expected.put(keys.key(i), Arrays.toString(keys.key(i)) + Arrays.toString(value));
                }
            }
        });
        return new ArrayList<>(expected.values());
    }

    private static CommandException refusal(@Nullable DuplicateKey duplicate) {
        return Objects.requireNonNull(duplicate, "no duplicate").toException();
    }

    private @Nullable DuplicateKey insert(CollectionDescription collection, long recordId, String document) {
        return entries.insert(
                overlay, KeyClaims.FREE, collection, recordId, BsonBytes.raw(BsonDocument.parse(document)));
    }

    private @Nullable DuplicateKey update(
            CollectionDescription collection, long recordId, String before, String after) {
        return entries.update(
                overlay,
                KeyClaims.FREE,
                collection,
                recordId,
                BsonBytes.raw(BsonDocument.parse(before)),
                BsonBytes.raw(BsonDocument.parse(after)));
    }

    private void drain() {
        StoreBatch batch = store.newBatch();
        overlay.addTo(batch);
        store.write(batch);
        overlay.clear();
    }

    private static CollectionDescription collection(String... specs) {
        List<IndexDescription> indexes = new ArrayList<>();
        indexes.add(IndexDescription.onId().withId(1));
        for (String spec : specs) {
            indexes.add(IndexDescription.fromSpec(BsonDocument.parse(spec)).withId(indexes.size() + 1));
        }
        return new CollectionDescription(
                1, new Namespace("shop", "orders"), new UUID(1, 2), new BsonDocument(), indexes);
    }
}
