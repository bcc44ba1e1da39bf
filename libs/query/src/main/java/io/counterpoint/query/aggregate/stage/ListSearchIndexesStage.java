package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.SearchNotEnabledException;

/**
 * {@code {$listSearchIndexes: {…}}}: refused, as by every server that is not Atlas's.
 *
 * <p>Source: MongoDB manual, "$listSearchIndexes".
 */
final class ListSearchIndexesStage {
    static final String NAME = "$listSearchIndexes";

    private ListSearchIndexesStage() {}

    static CommandException refusal() {
        return new SearchNotEnabledException();
    }
}
