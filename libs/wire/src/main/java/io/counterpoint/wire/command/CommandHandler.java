package io.counterpoint.wire.command;

import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/** Carries out one command. Called on the thread the request arrived on, usually an event loop: must not block. */
@FunctionalInterface
public interface CommandHandler {
    /**
     * Starts the command.
     *
     * <p>The document in the future is the reply without {@code ok}: the dispatcher appends {@code ok: 1}. A reply that
     * has a field {@code ok} already (a shard's answer on its way through the router) is passed on as it is. The
     * document belongs to the dispatcher from then on and must not change any more, nor may anything it refers to.
     *
     * @param request the command; may be kept until the future completes
     * @return the reply to come; completed exceptionally for a refusal. May be completed on any thread, best in
     *     {@link CommandRequest#replyExecutor()}
     * @throws io.counterpoint.base.error.CommandException as an alternative to a future that fails with one
     */
    CompletableFuture<BsonDocument> run(CommandRequest request);
}
