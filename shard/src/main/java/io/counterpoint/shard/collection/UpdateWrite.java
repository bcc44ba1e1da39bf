package io.counterpoint.shard.collection;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.session.RetryKey;
import io.counterpoint.shard.txn.StageTable;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An update as the write loop takes it. Immutable.
 *
 * @param expected what the router believes about the collection; null when nobody routed it
 * @param ordered whether the first error ends it
 * @param reportNumbers whether the outcome shall list the numbers that were generated
 * @param retry names it as a retryable write; null when it is none
 * @param newCollection identity of the collection if an upsert has to make it; null when it must not
 */
public record UpdateWrite(
        Namespace namespace,
        @Nullable RoutingVersion expected,
        List<UpdateStatement> statements,
        boolean ordered,
        boolean reportNumbers,
        @Nullable RetryKey retry,
        @Nullable UUID newCollection)
        implements BatchWrite, StageTable.Stageable<UpdateWrite> {
    @Override
    public UpdateWrite firstStatements(int count) {
        return new UpdateWrite(
                namespace, expected, statements.subList(0, count), ordered, reportNumbers, retry, newCollection);
    }
}
