package io.counterpoint.router.ddl;

import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/**
 * One kind of change, as a state machine over an intent that is a document: any router can take it up where another
 * left it. Implementations are stateless.
 *
 * <pre>
 * checking ──► preparing ──► committing ──► (row deleted)
 *     │            │ fails
 *     └────────────┴──► undone ──► (row deleted)
 * </pre>
 *
 * <ul>
 *   <li>Every step may have been done before, in part or whole, by a router that died: each must be harmless to repeat.
 *   <li>{@link #undo} must put right whatever {@link #prepare} may have done, also when it knows of no answer.
 *   <li>{@link #commit} must not depend on anything that could refuse for good: what may be refused belongs into
 *       {@link #prepare}.
 * </ul>
 */
interface DdlKind {
    /** Name in the row and in the change log. */
    String name();

    /**
     * What can be undone.
     *
     * @return facts for {@link #commit} and for the reply; stored with the decision
     */
    CompletableFuture<BsonDocument> prepare(BsonDocument intent);

    /** Puts right what {@link #prepare} did. */
    CompletableFuture<Void> undo(BsonDocument intent);

    /**
     * What can only be finished: runs after the decision is durable.
     *
     * @param prepared what {@link #prepare} gave
     * @return facts for the reply
     */
    CompletableFuture<BsonDocument> commit(BsonDocument intent, BsonDocument prepared);
}
