package io.counterpoint.shard.command;

import io.counterpoint.base.Environment;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.checkpoint.CheckpointTable;
import io.counterpoint.shard.checkpoint.WriteHolds;
import io.counterpoint.shard.collection.CatalogWrites;
import io.counterpoint.shard.collection.CollectionWriter;
import io.counterpoint.shard.collection.RecordFinder;
import io.counterpoint.shard.loop.WriteLoop;
import io.counterpoint.shard.storage.Store;
import io.counterpoint.shard.txn.ClusterCuts;
import io.counterpoint.shard.txn.StageTable;
import io.counterpoint.shard.txn.TransactionTable;
import io.counterpoint.wire.command.CollectionLatencies;
import io.counterpoint.wire.command.OperationTable;
import io.counterpoint.wire.cursor.CursorTable;
import io.counterpoint.wire.session.SessionTable;

/**
 * What the commands of a shard work on. Built once by the process; the parts live as long as it.
 *
 * @param name the shard's name
 * @param address {@code host:port} of the wire door, as clients are told it
 * @param store storage, for readers
 * @param catalog collections, for readers
 * @param loop where changes go
 * @param writer stores documents, inside the loop
 * @param catalogWrites changes collections, inside the loop
 * @param finder finds the documents of a write, inside the loop
 * @param stages parts of ordered batches that wait for their router
 * @param transactions multi-document transactions
 * @param holds who keeps the loop from running
 * @param checkpoints copies of the data
 * @param cuts states at given cluster times
 * @param cursors open results
 * @param memory what each blocking stage of a command may hold
 * @param sessions sessions of those who are connected
 * @param operations what the process is running
 * @param latencies what operations on each collection took
 * @param environment clock, timers, chance, workers, metrics
 */
record ShardAccess(
        String name,
        String address,
        Store store,
        CurrentCatalog catalog,
        WriteLoop loop,
        CollectionWriter writer,
        CatalogWrites catalogWrites,
        RecordFinder finder,
        StageTable stages,
        TransactionTable transactions,
        WriteHolds holds,
        CheckpointTable checkpoints,
        ClusterCuts cuts,
        CursorTable cursors,
        StageMemory memory,
        SessionTable sessions,
        OperationTable operations,
        CollectionLatencies latencies,
        Environment environment) {}
