package io.counterpoint.shard.collection;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.session.RetryKey;
import io.counterpoint.shard.txn.StageTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A delete as the write loop takes it. Immutable.
 *
 * @param expected what the router believes about the collection; null when nobody routed it
 * @param ordered whether the first error ends it
 * @param retry names it as a retryable write; null when it is none
 */
public record DeleteWrite(
        Namespace namespace,
        @Nullable RoutingVersion expected,
        List<DeleteStatement> statements,
        boolean ordered,
        @Nullable RetryKey retry)
        implements BatchWrite, StageTable.Stageable<DeleteWrite> {
    @Override
    public DeleteWrite firstStatements(int count) {
        return new DeleteWrite(namespace, expected, statements.subList(0, count), ordered, retry);
    }
}
