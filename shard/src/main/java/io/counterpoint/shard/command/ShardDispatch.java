package io.counterpoint.shard.command;

import io.counterpoint.base.Environment;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.collection.CatalogWrites;
import io.counterpoint.shard.collection.CollectionWriter;
import io.counterpoint.shard.collection.Garbage;
import io.counterpoint.shard.collection.RecordFinder;
import io.counterpoint.shard.loop.Submission;
import io.counterpoint.shard.loop.WriteLoop;
import io.counterpoint.shard.sequence.SequenceTable;
import io.counterpoint.shard.storage.Store;
import io.counterpoint.shard.txn.StageTable;
import io.counterpoint.shard.txn.TransactionTable;
import io.counterpoint.wire.command.CommandDispatcher;
import io.counterpoint.wire.command.CommandTable;
import io.counterpoint.wire.command.OperationTable;
import io.counterpoint.wire.command.ReplyDecorator;
import io.counterpoint.wire.command.basic.BasicCommands;
import io.counterpoint.wire.command.basic.ServerIdentity;
import io.counterpoint.wire.cursor.CursorTable;
import io.counterpoint.wire.server.TrafficCounters;
import io.counterpoint.wire.server.WireServerConfig;
import io.counterpoint.wire.session.SessionTable;
import java.util.concurrent.Executor;
import org.bson.types.ObjectId;

/** A shard behind its doors: everything between a request and the store, put together. */
public final class ShardDispatch implements AutoCloseable {
    private final CommandDispatcher dispatcher;
    private final TrafficCounters traffic;
    private final CursorTable cursors;
    private final TransactionTable transactions;
    private final SessionTable sessions;

    private ShardDispatch(
            CommandDispatcher dispatcher,
            TrafficCounters traffic,
            CursorTable cursors,
            TransactionTable transactions,
            SessionTable sessions) {
        this.dispatcher = dispatcher;
        this.traffic = traffic;
        this.cursors = cursors;
        this.transactions = transactions;
        this.sessions = sessions;
    }

    /**
     * Puts a shard together over an open store.
     *
     * @param wire where clients will connect: told to them in {@code hello}
     * @param store closed by the caller, after this
     * @param syncExecutor runs one sync at a time, and may block for the disk
     */
    public static ShardDispatch open(
            String name, WireServerConfig wire, Store store, Environment environment, Executor syncExecutor) {
        Garbage garbage = new Garbage(store);
        garbage.removeLeftovers();
        CurrentCatalog catalog = new CurrentCatalog(Catalog.load(store));
        WriteLoop loop = new WriteLoop(
                store,
                catalog,
                environment.workers(),
                syncExecutor,
                environment.clock(),
                environment.timers(),
                environment.metrics());
        SequenceTable sequences = new SequenceTable();
        loop.onLostState(sequences::forget);
        CollectionWriter writer = new CollectionWriter(sequences);
        CatalogWrites catalogWrites = new CatalogWrites(writer, garbage);
        loop.submit(
                        (context, counters) -> catalogWrites.ensureCounters(context),
                        Namespace.COUNTERS,
                        Submission.durable(Runnable::run))
                .join();
        RecordFinder finder = new PlannedFinder();
        StageTable stages = new StageTable(loop, environment.timers());
        CursorTable cursors = new CursorTable(environment.clock(), environment.timers(), environment.random());
        SessionTable sessions = new SessionTable(environment.clock(), environment.timers());
        TransactionTable transactions = new TransactionTable(
                store,
                loop,
                environment.timers(),
                writer::reserveRecord,
                ended -> cursors.killTransaction(ended.session(), ended.number()));
        transactions.recover();
        sessions.onEnd(cursors::killSession);
        sessions.onEnd(transactions::endSession);
        String address = wire.host() + ":" + wire.port();
        OperationTable operations = new OperationTable(environment.clock());
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
                cursors,
                sessions,
                operations,
                environment);
        TrafficCounters traffic = new TrafficCounters(wire.connectionCountMax());
        ServerIdentity identity = new ServerIdentity(
                ServerIdentity.Role.SHARD,
                ServerIdentity.VERSION,
                "counterpoint",
                address,
                environment.clock().millis(),
                new ObjectId(environment.objectIds().next().toByteArray()));
        CommandTable table = new BasicCommands(identity, environment, sessions, operations)
                .cursors(cursors)
                .sections(traffic.statusSections())
                .table(ShardCommands.entries(shard));
        CommandDispatcher dispatcher = new CommandDispatcher(
                table, environment.clock(), environment.metrics(), sessions, operations, ReplyDecorator.NONE);
        return new ShardDispatch(dispatcher, traffic, cursors, transactions, sessions);
    }

    /** Answers requests of both doors. */
    public CommandDispatcher dispatcher() {
        return dispatcher;
    }

    /** Counts the wire door's connections and bytes. */
    public TrafficCounters traffic() {
        return traffic;
    }

    /** Ends open cursors, transactions and sessions; requests must not come any more. */
    @Override
    public void close() {
        sessions.close();
        cursors.close();
        transactions.close();
    }
}
