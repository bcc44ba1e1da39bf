package io.counterpoint.shard.command;

import io.counterpoint.base.Environment;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.checkpoint.CheckpointTable;
import io.counterpoint.shard.checkpoint.WriteHolds;
import io.counterpoint.shard.collection.CatalogWrites;
import io.counterpoint.shard.collection.CollectionWriter;
import io.counterpoint.shard.collection.ExpiryHandler;
import io.counterpoint.shard.collection.Garbage;
import io.counterpoint.shard.collection.RecordFinder;
import io.counterpoint.shard.loop.Submission;
import io.counterpoint.shard.loop.WriteLoop;
import io.counterpoint.shard.sequence.SequenceMetrics;
import io.counterpoint.shard.sequence.SequenceTable;
import io.counterpoint.shard.session.RetryableWrites;
import io.counterpoint.shard.storage.CheckpointFolder;
import io.counterpoint.shard.storage.Store;
import io.counterpoint.shard.ttl.TtlMonitor;
import io.counterpoint.shard.txn.ClusterCuts;
import io.counterpoint.shard.txn.StageTable;
import io.counterpoint.shard.txn.TransactionTable;
import io.counterpoint.wire.command.CollectionLatencies;
import io.counterpoint.wire.command.CommandDispatcher;
import io.counterpoint.wire.command.CommandTable;
import io.counterpoint.wire.command.OperationTable;
import io.counterpoint.wire.command.SnapshotReads;
import io.counterpoint.wire.command.basic.BasicCommands;
import io.counterpoint.wire.command.basic.ServerIdentity;
import io.counterpoint.wire.command.basic.StatusSection;
import io.counterpoint.wire.cursor.CursorTable;
import io.counterpoint.wire.failpoint.FailPoints;
import io.counterpoint.wire.server.TrafficCounters;
import io.counterpoint.wire.server.WireServerConfig;
import io.counterpoint.wire.session.SessionTable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;

/** A shard behind its doors: everything between a request and the store, put together. */
public final class ShardDispatch implements AutoCloseable {
    private final CommandDispatcher dispatcher;
    private final TrafficCounters traffic;
    private final CursorTable cursors;
    private final TransactionTable transactions;
    private final WriteHolds holds;
    private final CheckpointTable checkpoints;
    private final SessionTable sessions;
    private final TtlMonitor ttlMonitor;
    private final CompletableFuture<String> damage;

    private ShardDispatch(
            CommandDispatcher dispatcher,
            TrafficCounters traffic,
            CursorTable cursors,
            TransactionTable transactions,
            WriteHolds holds,
            CheckpointTable checkpoints,
            SessionTable sessions,
            TtlMonitor ttlMonitor,
            CompletableFuture<String> damage) {
        this.dispatcher = dispatcher;
        this.traffic = traffic;
        this.cursors = cursors;
        this.transactions = transactions;
        this.holds = holds;
        this.checkpoints = checkpoints;
        this.sessions = sessions;
        this.ttlMonitor = ttlMonitor;
        this.damage = damage;
    }

    /**
     * Puts a shard together over an open store.
     *
     * @param wire where clients will connect: told to them in {@code hello}
     * @param store closed by the caller, after this
     * @param checkpointFolder where checkpoints of the store go
     * @param memory what each blocking stage of a command may hold
     * @param syncExecutor runs one sync at a time, and may block for the disk
     */
    public static ShardDispatch open(
            String name,
            WireServerConfig wire,
            Store store,
            CheckpointFolder checkpointFolder,
            StageMemory memory,
            Environment environment,
            Executor syncExecutor) {
        Garbage garbage = new Garbage(store);
        garbage.removeLeftovers();
        CurrentCatalog catalog = new CurrentCatalog(Catalog.load(store));
        countUses(catalog.get(), environment.clock().millis());
        WriteLoop loop = new WriteLoop(
                store,
                catalog,
                environment.workers(),
                syncExecutor,
                environment.clock(),
                environment.timers(),
                environment.metrics());
        SequenceTable sequences = new SequenceTable(environment.clock(), environment.random());
        SequenceMetrics.register(catalog, store, environment.metrics());
        loop.onLostState(sequences::forget);
        CollectionWriter writer = new CollectionWriter(sequences);
        CatalogWrites catalogWrites = new CatalogWrites(writer, garbage, environment.clock());
        loop.submit(
                        (context, counters) -> catalogWrites.complete(context),
                        Namespace.COUNTERS,
                        Submission.durable(Runnable::run))
                .join();
        RecordFinder finder = new PlannedFinder();
        StageTable stages = new StageTable(loop, environment.timers());
        CursorTable cursors = new CursorTable(environment.clock(), environment.timers(), environment.random());
        SessionTable sessions = new SessionTable(environment.clock(), environment.timers());
        ClusterCuts cuts =
                new ClusterCuts(store, loop, environment.clusterClock(), environment.clock(), environment.timers());
        TransactionTable transactions = new TransactionTable(
                store,
                loop,
                environment.timers(),
                cuts,
                writer::reserveRecord,
                ended -> cursors.killTransaction(ended.session(), ended.number()));
        transactions.recover();
        WriteHolds holds = new WriteHolds(loop, stages, transactions, environment.timers());
        CheckpointTable checkpoints = new CheckpointTable(checkpointFolder, store, environment);
        sessions.onEnd(cursors::killSession);
        sessions.onEnd(transactions::endSession);
        // Whatever is remembered of a session goes when it ends: also of those that were last used before a restart.
        RetryableWrites.sessions(store).forEach(sessions::touch);
        String address = wire.advertisedAddress();
        CollectionLatencies latencies = new CollectionLatencies();
        OperationTable operations = new OperationTable(environment.clock(), latencies);
        ShardAccess shard = new ShardAccess(
                name,
                address,
                store,
                catalog,
                loop,
                writer,
                catalogWrites,
                finder,
                stages,
                transactions,
                holds,
                checkpoints,
                cuts,
                cursors,
                memory,
                sessions,
                operations,
                latencies,
                environment);
        TrafficCounters traffic = new TrafficCounters(wire.connectionCountMax());
        ServerIdentity identity = new ServerIdentity(
                ServerIdentity.Role.SHARD,
                ServerIdentity.VERSION,
                "counterpoint",
                address,
                environment.clock().millis(),
                new ObjectId(environment.objectIds().next().toByteArray()));
        TtlMonitor ttlMonitor = new TtlMonitor(catalog, loop, new ExpiryHandler(writer), environment);
        ttlMonitor.start();
        CompletableFuture<String> damage = new CompletableFuture<>();
        FailPoints failPoints = wire.testCommands() ? new FailPoints(environment.timers()) : null;
        BasicCommands basic = new BasicCommands(identity, environment, sessions, operations)
                .cursors(cursors)
                .sections(traffic.statusSections())
                .section(new StatusSection("metrics", () -> new BsonDocument("ttl", ttlMonitor.metrics())))
                .int32Parameter("ttlMonitorSleepSecs", 1, ttlMonitor::sleepSeconds, ttlMonitor::sleepSeconds)
                .int32Parameter(
                        "transactionLifetimeLimitSeconds",
                        1,
                        transactions::lifetimeSecondsMax,
                        transactions::lifetimeSecondsMax)
                .testCommands(failPoints);
        CommandTable table = basic.table(SnapshotReads.keptBy(
                new ShardSnapshots(cuts), ShardCommands.entries(shard, new StorageRefusals(damage))));
        CommandDispatcher dispatcher = new CommandDispatcher(
                table,
                environment.clock(),
                environment.metrics(),
                sessions,
                operations,
                failPoints,
                environment.clusterClock());
        return new ShardDispatch(
                dispatcher, traffic, cursors, transactions, holds, checkpoints, sessions, ttlMonitor, damage);
    }

    private static void countUses(Catalog catalog, long nowMillis) {
        catalog.all()
                .forEach(collection ->
                        collection.indexes().forEach(index -> index.uses().begin(nowMillis)));
    }

    /** Answers requests of both doors. */
    public CommandDispatcher dispatcher() {
        return dispatcher;
    }

    /** Counts the wire door's connections and bytes. */
    public TrafficCounters traffic() {
        return traffic;
    }

    /** Completes with what is damaged, once a command has met damaged data: the process has to stop then. */
    public CompletableFuture<String> damage() {
        return damage;
    }

    /** Ends open cursors, transactions and sessions; requests must not come any more. */
    @Override
    public void close() {
        // What ends below has to pass through the loop.
        holds.close();
        checkpoints.close();
        ttlMonitor.close();
        sessions.close();
        cursors.close();
        transactions.close();
    }
}
