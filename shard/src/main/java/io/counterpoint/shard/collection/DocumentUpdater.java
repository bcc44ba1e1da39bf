package io.counterpoint.shard.collection;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.update.Update;
import io.counterpoint.query.update.UpdateOutcome;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.loop.WriteContext;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;

/**
 * Applies a parsed update to one document, or makes the document of an upsert: the part that update and findAndModify
 * share.
 */
final class DocumentUpdater {
    private final CollectionWriter writer;

    DocumentUpdater(CollectionWriter writer) {
        this.writer = writer;
    }

    /**
     * What became of a document.
     *
     * @param collection as it is now
     * @param document as it is stored now
     * @param modified whether any byte changed
     */
    record Applied(CollectionDescription collection, RawDocument document, boolean modified) {}

    Applied apply(
            WriteContext context,
            CollectionDescription collection,
            RecordFinder.Found found,
            Update update,
            Filter filter) {
        UpdateOutcome outcome = update.apply(found.document(), filter);
        if (!outcome.modified()) {
            return new Applied(collection, found.document(), false);
        }
        CollectionWriter.Stored stored =
                writer.replace(context, collection, found.recordId(), found.document(), outcome.document());
        return new Applied(stored.collection(), stored.document(), true);
    }

    /**
     * Stores the document of an upsert that matched none.
     *
     * @param made what filter and update make of nothing
     */
    CollectionWriter.Stored upsert(
            WriteContext context,
            CollectionDescription collection,
            BsonDocument made,
            BsonObjectId generatedId,
            NumberSink numbers) {
        BsonDocument document = made;
        if (!document.containsKey("_id")) {
            BsonDocument withId = new BsonDocument("_id", generatedId);
            withId.putAll(document);
            document = withId;
        }
        return writer.insert(context, collection, BsonBytes.raw(document), numbers);
    }
}
