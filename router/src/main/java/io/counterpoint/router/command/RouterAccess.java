package io.counterpoint.router.command;

import io.counterpoint.base.Environment;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.router.catalog.ClusterCatalog;
import io.counterpoint.router.counter.CounterRows;
import io.counterpoint.router.counter.CounterWrites;
import io.counterpoint.router.ddl.CollectionDdl;
import io.counterpoint.router.ddl.Spread;
import io.counterpoint.router.routing.RoutedCalls;
import io.counterpoint.router.rpc.Shards;
import io.counterpoint.router.txn.TransactionEnd;
import io.counterpoint.router.write.OwnerFinder;
import io.counterpoint.router.write.WriteExecutor;
import io.counterpoint.wire.command.OperationTable;
import io.counterpoint.wire.cursor.CursorTable;
import io.counterpoint.wire.session.SessionTable;
import org.bson.types.ObjectId;

/**
 * What the commands of a router work with. Built once by the process; the parts live as long as it.
 *
 * @param environment clock, timers, chance, workers, metrics
 * @param shards the ways to the shards
 * @param catalog how collections are spread
 * @param calls calls that start over when the catalog is out of date
 * @param ddl changes of collections
 * @param writes batches of writes
 * @param owners finds the shard of a document
 * @param counterRows {@code admin.counters}, read
 * @param counterWrites {@code admin.counters}, written
 * @param transactionEnd commits and aborts transactions
 * @param cursors open results
 * @param memory what each blocking stage of a command may hold
 * @param sessions sessions of this router's clients
 * @param operations what the process is running
 * @param defaultSpread how new collections are spread when nobody says otherwise
 * @param address {@code host:port} that clients reach the router at
 * @param clusterId the cluster's id
 */
public record RouterAccess(
        Environment environment,
        Shards shards,
        ClusterCatalog catalog,
        RoutedCalls calls,
        CollectionDdl ddl,
        WriteExecutor writes,
        OwnerFinder owners,
        CounterRows counterRows,
        CounterWrites counterWrites,
        TransactionEnd transactionEnd,
        CursorTable cursors,
        StageMemory memory,
        SessionTable sessions,
        OperationTable operations,
        Spread defaultSpread,
        String address,
        ObjectId clusterId) {}
