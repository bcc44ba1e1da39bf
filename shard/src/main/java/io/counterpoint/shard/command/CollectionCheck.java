package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.index.IndexEntries;
import io.counterpoint.shard.index.IndexKeys;
import io.counterpoint.shard.index.RecordCounts;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.plan.ExecutionGuard;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * Checks one collection: every document is sound BSON, every index has exactly the entries its documents call for and
 * knows which of its fields hold arrays, and each entry leads to its document. What a client gets from
 * {@code validate}, and what tests run after each crash.
 */
final class CollectionCheck {
    /** Errors listed before the rest is only counted. */
    private static final int ERRORS_LISTED_MAX = 100;

    private final CollectionDescription collection;
    /** Those that are complete. */
    private final List<IndexDescription> indexes;

    private final StoreView view;
    private final ExecutionGuard guard;
    private final BsonArray errors = new BsonArray();
    private final IndexKeys keys = new IndexKeys();
    private final Map<String, Long> expectedKeys = new HashMap<>();
    private long documents;
    private long invalid;

    CollectionCheck(CollectionDescription collection, StoreView view, ExecutionGuard guard) {
        this.collection = collection;
        this.indexes =
                collection.indexes().stream().filter(index -> !index.building()).toList();
        this.view = view;
        this.guard = guard;
    }

    BsonDocument run() {
        checkDocuments();
        checkCount();
        BsonDocument keysPerIndex = new BsonDocument();
        BsonDocument details = new BsonDocument();
        for (IndexDescription index : indexes) {
            long count = checkEntries(index);
            keysPerIndex.put(index.name(), new BsonInt64(count));
            long expected = expectedKeys.getOrDefault(index.name(), 0L);
            boolean valid = count == expected;
            if (!valid) {
                report("index " + index.name() + " has " + count + " entries where the documents call for " + expected);
            }
            details.put(index.name(), new BsonDocument("valid", BsonBoolean.valueOf(valid)));
        }
        return new BsonDocument("ns", new BsonString(collection.namespace().toString()))
                .append("uuid", new BsonBinary(collection.uuid()))
                .append("nInvalidDocuments", new BsonInt64(invalid))
                .append("nNonCompliantDocuments", new BsonInt64(0))
                .append("nrecords", new BsonInt64(documents))
                .append("nIndexes", new BsonInt32(indexes.size()))
                .append("keysPerIndex", keysPerIndex)
                .append("indexDetails", details)
                .append("valid", BsonBoolean.valueOf(errors.isEmpty()))
                .append("repaired", BsonBoolean.FALSE)
                .append("warnings", new BsonArray())
                .append("errors", errors)
                .append("extraIndexEntries", new BsonArray())
                .append("missingIndexEntries", new BsonArray())
                .append("corruptRecords", new BsonArray());
    }

    private void checkDocuments() {
        try (StoreCursor records = Records.scan(view, collection.id(), false)) {
            while (records.next()) {
                if (++documents % 100 == 0) {
                    guard.check();
                }
                long recordId = Records.recordId(records.key());
                byte[] bytes = records.value();
                try {
                    BsonBytes.validate(bytes, 0, bytes.length);
                } catch (CommandException broken) {
                    invalid++;
                    report("record " + recordId + " is no sound document: " + broken.text());
                    continue;
                }
                RawDocument document = RawDocument.of(bytes);
                for (IndexDescription index : indexes) {
                    checkKeys(index, recordId, document);
                }
            }
        }
    }

    private void checkCount() {
        RecordCounts.read(view, collection.id()).ifPresent(count -> {
            if (count != documents) {
                report("the collection counts " + count + " documents and has " + documents);
            }
        });
    }

    private void checkKeys(IndexDescription index, long recordId, RawDocument document) {
        keys.compute(index, document, recordId);
        expectedKeys.merge(index.name(), (long) keys.count(), Long::sum);
        if ((keys.multikeyFields() & ~index.multikeyFields()) != 0) {
            report("index " + index.name() + " does not know that record " + recordId + " has an array in its fields");
        }
        for (int i = 0; i < keys.count(); i++) {
            byte[] value = view.get(ColumnFamily.INDEXES, keys.key(i));
            if (value == null) {
                report("record " + recordId + " is missing in index " + index.name());
            } else if (IndexEntries.recordId(index, keys.key(i), value) != recordId) {
                report("index " + index.name() + " leads to record " + IndexEntries.recordId(index, keys.key(i), value)
                        + " where record " + recordId + " has the key");
            }
        }
    }

    private long checkEntries(IndexDescription index) {
        long count = 0;
        try (StoreCursor entries = view.cursor(
                ColumnFamily.INDEXES, IndexEntries.firstKey(index.id()), IndexEntries.endKey(index.id()), false)) {
            while (entries.next()) {
                if (++count % 100 == 0) {
                    guard.check();
                }
                long recordId = IndexEntries.recordId(index, entries.key(), entries.value());
                if (view.get(ColumnFamily.DOCUMENTS, Records.key(collection.id(), recordId)) == null) {
                    report("index " + index.name() + " leads to record " + recordId + ", which is not there");
                }
            }
        }
        return count;
    }

    private void report(String error) {
        if (errors.size() < ERRORS_LISTED_MAX) {
            errors.add(new BsonString(error));
        }
    }
}
