package io.counterpoint.shard.collection;

import io.counterpoint.base.error.CommandException;
import org.jspecify.annotations.Nullable;

/**
 * One statement of a delete command, parsed. Immutable.
 *
 * @param refused what is wrong with it; then the rest does not count
 * @param selection which documents
 * @param one the first of them, or all
 */
public record DeleteStatement(
        @Nullable CommandException refused, RecordFinder.@Nullable Selection selection, boolean one) {
    /** A statement that is wrong. */
    public static DeleteStatement refused(CommandException error) {
        return new DeleteStatement(error, null, false);
    }
}
