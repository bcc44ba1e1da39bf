package io.counterpoint.shard.collection;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.update.Update;
import io.counterpoint.shard.session.RetryKey;
import java.util.UUID;
import org.bson.BsonObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A findAndModify as the write loop takes it. Immutable.
 *
 * @param expected what the router believes about the collection; null when nobody routed it
 * @param selection which document: the first
 * @param update what to make of it; null removes it
 * @param returnNew whether the answer is the document as it is afterwards
 * @param upsertId as in {@link UpdateStatement}
 * @param reportNumbers whether the outcome shall list the numbers that were generated
 * @param retry names it as a retryable write; null when it is none
 * @param newCollection identity of the collection if an upsert has to make it; null when it must not
 */
public record FindAndModifyWrite(
        Namespace namespace,
        @Nullable RoutingVersion expected,
        RecordFinder.Selection selection,
        @Nullable Update update,
        boolean returnNew,
        @Nullable BsonObjectId upsertId,
        boolean reportNumbers,
        @Nullable RetryKey retry,
        @Nullable UUID newCollection) {}
