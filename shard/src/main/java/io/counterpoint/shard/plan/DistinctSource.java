package io.counterpoint.shard.plan;

import io.counterpoint.bson.key.KeyBuffer;
import io.counterpoint.bson.key.KeyEncoding;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.catalog.IndexField;
import io.counterpoint.shard.storage.StoreView;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One record for each value of an indexed field, or more: from the entry of a value it goes to the first entry behind
 * all of that value. A document without the field has the entry of null and tells nothing of null, so from there it
 * goes to the very next entry.
 */
final class DistinctSource implements RecordSource {
    private final IndexSource entries;
    private final IndexDescription index;
    private final int position;
    private boolean started;

    DistinctSource(StoreView view, int collectionId, Access.DistinctScan distinct) {
        this.entries = IndexSource.of(view, collectionId, distinct.scan());
        this.index = distinct.scan().bounds().index();
        this.position = distinct.position();
    }

    @Override
    public boolean next() {
        if (started) {
            byte[] passed = key(entries.document());
            if (passed != null) {
                entries.skipTo(KeyEncoding.successor(passed));
            }
        }
        started = true;
        return entries.next();
    }

    /** What the document's entry begins with, the field included; null for a document without the field. */
    private byte @Nullable [] key(RawDocument document) {
        List<IndexField> fields = index.fields();
        KeyBuffer key = new KeyBuffer().appendInt32BigEndian(index.id());
        for (int i = 0; i <= position; i++) {
            BsonValue value = value(document, fields.get(i).path());
            if (value == null && i == position) {
                return null;
            }
            key.appendValue(
                    value == null ? BsonNull.VALUE : index.collation().order().keyOf(value),
                    fields.get(i).descending());
        }
        return key.toByteArray();
    }

    /** The index has met no arrays: a path leads to one value or none. */
    private static @Nullable BsonValue value(RawDocument document, FieldPath path) {
        BsonValue value = document.get(path.first());
        for (int i = 1; i < path.size() && value != null; i++) {
            value = value instanceof BsonDocument inner ? inner.get(path.part(i)) : null;
        }
        return value;
    }

    @Override
    public long recordId() {
        return entries.recordId();
    }

    @Override
    public RawDocument document() {
        return entries.document();
    }

    @Override
    public long keysExamined() {
        return entries.keysExamined();
    }

    @Override
    public void close() {
        entries.close();
    }
}
