package io.counterpoint.query.update;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;

/**
 * Which arguments of {@code findAndModify} go together. Router and shard both check, so that neither begins what the
 * other would refuse.
 */
public final class FindAndModifyRules {
    private FindAndModifyRules() {}

    /**
     * Checks a combination.
     *
     * @param hasUpdate whether there is an {@code update}
     * @throws CommandException FailedToParse (9), with MongoDB's text
     */
    public static void check(boolean remove, boolean upsert, boolean returnNew, boolean hasUpdate) {
        if (remove && hasUpdate) {
            throw refusal("Cannot specify both an update and remove=true");
        }
        if (remove && upsert) {
            throw refusal("Cannot specify both upsert=true and remove=true ");
        }
        if (remove && returnNew) {
            throw refusal("Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
        }
        if (!remove && !hasUpdate) {
            throw refusal("Either an update or remove=true must be specified");
        }
    }

    private static CommandException refusal(String text) {
        return new CommandException(ErrorCode.FAILED_TO_PARSE, text);
    }
}
