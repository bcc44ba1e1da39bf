package io.counterpoint.shard.collection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.query.update.Update;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.jspecify.annotations.Nullable;

/**
 * One statement of an update command, parsed. Immutable.
 *
 * @param refused what is wrong with it; then the rest does not count
 * @param selection which documents
 * @param update what to make of them
 * @param multi all of them, or the first
 * @param upsertId {@code _id} of the document to store when none matches and neither filter nor update gives one; null
 *     when nothing shall be stored then
 * @param supplied the document to store when none matches, in place of what {@code update} makes of nothing; null for
 *     the latter
 */
public record UpdateStatement(
        @Nullable CommandException refused,
        RecordFinder.@Nullable Selection selection,
        @Nullable Update update,
        boolean multi,
        @Nullable BsonObjectId upsertId,
        @Nullable BsonDocument supplied) {
    /** A statement that is wrong. */
    public static UpdateStatement refused(CommandException error) {
        return new UpdateStatement(error, null, null, false, null, null);
    }
}
