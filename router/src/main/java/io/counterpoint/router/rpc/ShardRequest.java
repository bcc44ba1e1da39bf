package io.counterpoint.router.rpc;

import io.counterpoint.bson.raw.RawDocument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One command for one shard. Immutable; its documents are views that are sent without being copied.
 *
 * @param database the database the command runs on
 * @param body the command without {@code $db}; its first key names it
 * @param sequenceField the field that {@code documents} belong to; null when the body holds everything
 * @param documents the documents of that field, in order; empty when there is no such field
 * @param version what the router believes about the collection; null for commands that address none, or one the router
 *     does not route
 * @param deadlineNanos when the command's time is over, on the process's monotonic clock; {@link Long#MAX_VALUE} for no
 *     limit
 */
public record ShardRequest(
        String database,
        RawDocument body,
        @Nullable String sequenceField,
        List<RawDocument> documents,
        @Nullable ExpectedVersion version,
        long deadlineNanos) {

    /** A command without a sequence. */
    public static ShardRequest of(
            String database, RawDocument body, @Nullable ExpectedVersion version, long deadlineNanos) {
        return new ShardRequest(database, body, null, List.of(), version, deadlineNanos);
    }

    /** The same with another command document. */
    public ShardRequest withBody(RawDocument other) {
        return new ShardRequest(database, other, sequenceField, documents, version, deadlineNanos);
    }

    /** A command of the router's own: no version, no deadline. */
    public static ShardRequest of(String database, RawDocument body) {
        return of(database, body, null, Long.MAX_VALUE);
    }
}
