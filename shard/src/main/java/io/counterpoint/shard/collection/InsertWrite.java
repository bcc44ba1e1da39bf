package io.counterpoint.shard.collection;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.session.RetryKey;
import io.counterpoint.shard.txn.StageTable;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An insert as the write loop takes it. Immutable.
 *
 * @param expected what the router believes about the collection; null when nobody routed it
 * @param documents to store, each with its {@code _id}
 * @param ordered whether the first error ends it
 * @param reportNumbers whether the outcome shall list the numbers that were generated
 * @param retry names it as a retryable write; null when it is none
 * @param newCollection identity of the collection if the insert has to make it; null when it must not
 */
public record InsertWrite(
        Namespace namespace,
        @Nullable RoutingVersion expected,
        List<RawDocument> documents,
        boolean ordered,
        boolean reportNumbers,
        @Nullable RetryKey retry,
        @Nullable UUID newCollection)
        implements BatchWrite, StageTable.Stageable<InsertWrite> {
    @Override
    public InsertWrite firstStatements(int count) {
        return new InsertWrite(
                namespace, expected, documents.subList(0, count), ordered, reportNumbers, retry, newCollection);
    }
}
