package io.counterpoint.shard.catalog;

import io.counterpoint.base.check.CorruptionException;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.KeyBytes;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreView;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Rows of the CATALOG family: one per collection, its key the full name in UTF-8, its value a document. Numbers of
 * collections and indexes come from two counters in META. Changes go into an overlay, hence into the batch of the
 * command.
 */
public final class CatalogRows {
    private static final byte[] FIRST_KEY = {};

    /** After every name: no UTF-8 text has this byte. */
    private static final byte[] END_KEY = {(byte) 0xFF};

    private static final byte[] NEXT_COLLECTION = "collection.next".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NEXT_INDEX = "index.next".getBytes(StandardCharsets.US_ASCII);

    private CatalogRows() {}

    /**
     * Writes a collection's row, new or changed. After a change of name the row of the old name must be removed too.
     */
    public static void put(OverlayView overlay, CollectionDescription collection) {
        overlay.put(ColumnFamily.CATALOG, key(collection.namespace()), encode(collection));
    }

    /** Removes a collection's row. */
    public static void remove(OverlayView overlay, Namespace namespace) {
        overlay.delete(ColumnFamily.CATALOG, key(namespace));
    }

    /** Takes the next number of a collection, 1 or more. */
    public static int nextCollectionId(OverlayView overlay) {
        return next(overlay, NEXT_COLLECTION);
    }

    /** Takes the next number of an index, 1 or more. */
    public static int nextIndexId(OverlayView overlay) {
        return next(overlay, NEXT_INDEX);
    }

    private static int next(OverlayView overlay, byte[] counter) {
        byte[] stored = overlay.get(ColumnFamily.META, counter);
        int number = stored == null ? 1 : KeyBytes.getInt(stored, 0);
        byte[] following = new byte[Integer.BYTES];
        KeyBytes.putInt(following, 0, Math.addExact(number, 1));
        overlay.put(ColumnFamily.META, counter, following);
        return number;
    }

    /** All collections, by name. */
    static List<CollectionDescription> all(StoreView view) {
        List<CollectionDescription> collections = new ArrayList<>();
        try (StoreCursor rows = view.cursor(ColumnFamily.CATALOG, FIRST_KEY, END_KEY, false)) {
            while (rows.next()) {
                collections.add(decode(rows.key(), rows.value()));
            }
        }
        return collections;
    }

    private static byte[] key(Namespace namespace) {
        return namespace.toString().getBytes(StandardCharsets.UTF_8);
    }

    static byte[] encode(CollectionDescription collection) {
        BsonOutput row = new BsonOutput()
                .appendInt32("id", collection.id())
                .appendValue("uuid", new BsonBinary(collection.uuid()))
                .appendDocument("options", collection.options())
                .startArray("indexes");
        for (IndexDescription index : collection.indexes()) {
            row.startDocument()
                    .appendInt32("id", index.id())
                    .appendInt32("multikeyFields", index.multikeyFields())
                    .appendDocument("spec", index.toSpec());
            if (index.building()) {
                row.appendBoolean("building", true);
            }
            row.end();
        }
        return row.end().finishToByteArray();
    }

    private static CollectionDescription decode(byte[] key, byte[] value) {
        String name = new String(key, StandardCharsets.UTF_8);
        try {
            BsonBytes.validate(value, 0, value.length);
            BsonDocument row = RawDocument.of(value);
            UUID uuid = row.getBinary("uuid").asUuid();
            List<IndexDescription> indexes = new ArrayList<>();
            for (BsonValue index : row.getArray("indexes")) {
                indexes.add(decodeIndex(index.asDocument()));
            }
            int dot = name.indexOf('.');
            Namespace namespace = new Namespace(name.substring(0, dot), name.substring(dot + 1));
            return new CollectionDescription(
                    row.getInt32("id").getValue(), namespace, uuid, row.getDocument("options"), indexes);
        } catch (RuntimeException broken) {
            CorruptionException corruption =
                    new CorruptionException("family catalog, key " + name, "no collection row: " + broken.getMessage());
            corruption.initCause(broken);
            throw corruption;
        }
    }

    private static IndexDescription decodeIndex(BsonDocument row) {
        BsonDocument spec = row.getDocument("spec");
        String name = spec.getString("name").getValue();
        return new IndexDescription(
                row.getInt32("id").getValue(),
                name,
                spec.getDocument("key"),
                name.equals(IndexDescription.ID_INDEX_NAME) || isSet(spec, "unique"),
                isSet(spec, "sparse"),
                spec.containsKey("partialFilterExpression") ? spec.getDocument("partialFilterExpression") : null,
                isSet(spec, "hidden"),
                isSet(spec, "background"),
                row.getInt32("multikeyFields").getValue(),
                IndexOptions.stored(spec),
                isSet(row, "building"));
    }

    private static boolean isSet(BsonDocument document, String field) {
        return document.getBoolean(field, BsonBoolean.FALSE).getValue();
    }
}
