package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;

/**
 * {@code {$changeStream: {…}}}: refused, with the code and text that drivers know from servers without a replication
 * log.
 *
 * <p>Source: MongoDB manual, "$changeStream (aggregation)".
 */
final class ChangeStreamStage {
    static final String NAME = "$changeStream";

    private ChangeStreamStage() {}

    static CommandException refusal() {
        return new CommandException(
                ErrorCode.CHANGE_STREAM_NOT_ENABLED, "The $changeStream stage is only supported on replica sets");
    }
}
