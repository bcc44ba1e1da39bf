package io.counterpoint.shard.plan;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.storage.StoreCursor;

/** All records of a collection. */
final class CollectionSource implements RecordSource {
    private final StoreCursor cursor;

    CollectionSource(StoreCursor cursor) {
        this.cursor = cursor;
    }

    @Override
    public boolean next() {
        return cursor.next();
    }

    @Override
    public long recordId() {
        return Records.recordId(cursor.key());
    }

    @Override
    public RawDocument document() {
        return RawDocument.of(cursor.value());
    }

    @Override
    public long keysExamined() {
        return 0;
    }

    @Override
    public void close() {
        cursor.close();
    }
}
