package io.counterpoint.shard.collection;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.loop.WriteContext;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Finds the documents that a write is about, by the best index there is. Implemented over the planner. */
public interface RecordFinder {
    /** A stored document and where it lies. */
    record Found(long recordId, RawDocument document) {}

    /**
     * Which documents.
     *
     * @param sort order of preference, {@code {path: 1 or -1}}; empty for none
     * @param hint name or key pattern of the index to use; null leaves the choice open
     */
    record Selection(
            Filter filter, BsonDocument sort, @Nullable BsonValue hint) {}

    /**
     * The first document; null when none matches.
     *
     * @param context of the write that is about it
     * @throws io.counterpoint.base.error.CommandException MaxTimeMSExpired (50)
     */
    @Nullable
    Found first(WriteContext context, CollectionDescription collection, Selection selection);

    /** Record numbers of all documents that match, each once; as {@link #first}. */
    List<Long> all(WriteContext context, CollectionDescription collection, Selection selection);
}
