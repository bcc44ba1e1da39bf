package io.counterpoint.wire.command;

import org.bson.BsonDocument;

/**
 * Adds the generic fields that a process puts at the end of its replies: {@code operationTime}, {@code $clusterTime}.
 * Any thread; must not block.
 */
@FunctionalInterface
public interface ReplyDecorator {
    /**
     * Adds fields behind {@code ok}.
     *
     * @param request what is answered
     * @param trailer the reply's last fields, {@code ok} among them on success
     */
    void decorate(CommandRequest request, BsonDocument trailer);

    /** Adds nothing. */
    ReplyDecorator NONE = (request, trailer) -> {};
}
