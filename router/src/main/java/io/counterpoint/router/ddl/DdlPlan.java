package io.counterpoint.router.ddl;

import org.bson.BsonDocument;

/** What the checks under the lock came to. */
sealed interface DdlPlan {
    /** There is nothing to do, and this is the answer. */
    record Done(BsonDocument reply) implements DdlPlan {}

    /**
     * There is something to do.
     *
     * @param intent all that the steps of the kind need to know
     */
    record Intent(BsonDocument intent) implements DdlPlan {}
}
