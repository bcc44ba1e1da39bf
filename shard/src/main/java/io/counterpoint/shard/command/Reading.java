package io.counterpoint.shard.command;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.query.projection.Projection;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.catalog.ResolvedView;
import io.counterpoint.shard.catalog.ViewDefinition;
import io.counterpoint.shard.collection.RoutingVersion;
import io.counterpoint.shard.plan.ExecutionGuard;
import io.counterpoint.shard.plan.Plan;
import io.counterpoint.shard.plan.PlanRunner;
import io.counterpoint.shard.plan.TimedGuard;
import io.counterpoint.shard.storage.StoreView;
import io.counterpoint.shard.txn.Beginning;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.SnapshotReads;
import io.counterpoint.wire.cursor.CursorRequest;
import io.counterpoint.wire.session.TransactionKey;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/** How read commands get at a collection and its documents. */
final class Reading {
    private Reading() {}

    /**
     * The collection that a request reads, checked against what its router believes.
     *
     * @return null when it is not there
     * @throws io.counterpoint.base.error.CommandException StaleConfig (13388); CommandNotSupportedOnView (166), as
     *     views are resolved before
     */
    static @Nullable CollectionDescription collection(Catalog catalog, Namespace namespace, CommandRequest request) {
        CollectionDescription collection = catalog.find(namespace);
        RoutingVersion expected = QueryArguments.version(request);
        if (expected != null) {
            expected.check(namespace, collection == null ? null : collection.uuid());
        }
        if (collection != null && collection.isView()) {
            throw ViewDefinition.notACollection(namespace);
        }
        return collection;
    }

    /**
     * What reading a request's collection comes to if that is a view; null when it is none.
     *
     * @return null also for a request of a router that names a collection by its version: a router has resolved views
     *     itself, over all shards
     */
    static @Nullable ResolvedView view(ShardAccess shard, CommandRequest request, Namespace namespace) {
        return QueryArguments.version(request) == null ? shard.catalog().get().resolve(namespace) : null;
    }

    /** What ends the request's reading early: its deadline, {@code killOp}, or the end of its connection. */
    static TimedGuard guard(CommandRequest request, ShardAccess shard) {
        return ExecutionGuard.of(
                shard.environment().clock(),
                request.deadlineNanos(),
                () -> request.interruption().isSet() || request.connection().isClosed());
    }

    /**
     * A consistent view of catalog and data, the newest or that of the request's time. The caller closes the snapshot.
     */
    static CurrentCatalog.View view(ShardAccess shard, CommandRequest request) {
        BsonTimestamp time = request.readConcernTime(SnapshotReads.AT_CLUSTER_TIME);
        return time == null ? shard.catalog().view(shard.store()) : shard.cuts().open(time.getValue());
    }

    /** Catalog and data of one moment. */
    record Moment(Catalog catalog, StoreView data) {}

    /**
     * Reads one moment: the newest, on the worker pool, or that of the request's transaction, inside the write loop. A
     * refusal fails the future.
     *
     * @param namespace the collection it is about
     */
    static <R> CompletableFuture<R> read(
            ShardAccess shard, CommandRequest request, Namespace namespace, Function<Moment, R> work) {
        TransactionKey transaction = request.transaction();
        if (transaction != null) {
            return shard.transactions()
                    .read(
                            transaction,
                            Beginning.of(request),
                            namespace,
                            context -> work.apply(new Moment(context.catalog(), context.view())),
                            WriteDoor.submission(request, true));
        }
        return CompletableFuture.supplyAsync(
                () -> {
                    CurrentCatalog.View view = view(shard, request);
                    try {
                        return work.apply(new Moment(view.catalog(), view.snapshot()));
                    } finally {
                        view.snapshot().close();
                    }
                },
                shard.environment().workers());
    }

    /**
     * Answers with the first batch of a result that belongs to the request's transaction. The batch is read in the very
     * statement; the rest is read by later commands, inside the write loop too, as long as the transaction lasts.
     */
    static CompletableFuture<BsonDocument> openInTransaction(
            ShardAccess shard,
            CommandRequest request,
            Namespace namespace,
            CursorRequest cursor,
            Function<Moment, ResultSource.Documents> documents) {
        return read(shard, request, namespace, moment -> {
                    ResultSource source = new ResultSource(
                            documents.apply(moment), null, shard.transactions().readers());
                    return FirstBatch.read(source, cursor);
                })
                .thenCompose(source -> shard.cursors().open(request, cursor, source));
    }

    /**
     * What is shown of a document.
     *
     * @param projection null shows everything
     * @param recordId whether the number of its record is added as {@code $recordId}
     */
    record Shown(@Nullable Projection projection, boolean recordId) {
        private BsonDocument of(PlanRunner runner) {
            BsonDocument document = projection == null ? runner.document() : projection.apply(runner.document());
            if (!recordId) {
                return document;
            }
            BsonDocument numbered = new BsonDocument();
            numbered.putAll(document);
            return numbered.append("$recordId", new BsonInt64(runner.recordId()));
        }
    }

    /**
     * The documents of a plan, projected.
     *
     * @param memory what a sort may hold
     */
    static ResultSource.Documents documents(
            Plan plan, StoreView view, TimedGuard guard, StageMemory memory, Shown shown) {
        PlanRunner runner = new PlanRunner(plan, view, guard, memory);
        return new ResultSource.Documents() {
            @Override
            public @Nullable BsonDocument next() {
                return runner.next() ? shown.of(runner) : null;
            }

            @Override
            public TimedGuard guard() {
                return guard;
            }

            @Override
            public void close() {
                runner.close();
            }
        };
    }
}
