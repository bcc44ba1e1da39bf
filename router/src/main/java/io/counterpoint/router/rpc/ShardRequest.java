package io.counterpoint.router.rpc;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.wire.command.Interruption;
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
 * @param interruption ends the command on the shard when the client's operation ends early; null for what runs to its
 *     end
 */
public record ShardRequest(
        String database,
        RawDocument body,
        @Nullable String sequenceField,
        List<RawDocument> documents,
        @Nullable ExpectedVersion version,
        long deadlineNanos,
        @Nullable Interruption interruption) {

    /** A command that runs to its end. */
    public ShardRequest(
            String database,
            RawDocument body,
            @Nullable String sequenceField,
            List<RawDocument> documents,
            @Nullable ExpectedVersion version,
            long deadlineNanos) {
        this(database, body, sequenceField, documents, version, deadlineNanos, null);
    }

    /** A command without a sequence. */
    public static ShardRequest of(
            String database, RawDocument body, @Nullable ExpectedVersion version, long deadlineNanos) {
        return new ShardRequest(database, body, null, List.of(), version, deadlineNanos);
    }

    /** The same with another command document. */
    public ShardRequest withBody(RawDocument other) {
        return new ShardRequest(database, other, sequenceField, documents, version, deadlineNanos, interruption);
    }

    /** The same, ended on the shard when a client's operation is. */
    public ShardRequest endingWith(@Nullable Interruption operation) {
        return new ShardRequest(database, body, sequenceField, documents, version, deadlineNanos, operation);
    }

    /** A command of the router's own: no version, no deadline. */
    public static ShardRequest of(String database, RawDocument body) {
        return of(database, body, null, Long.MAX_VALUE);
    }
}
