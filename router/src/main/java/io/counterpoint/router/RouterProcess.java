package io.counterpoint.router;

import io.counterpoint.base.Environment;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.base.spill.SpillFolder;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.router.catalog.CatalogStore;
import io.counterpoint.router.catalog.ClusterCatalog;
import io.counterpoint.router.catalog.ClusterMembership;
import io.counterpoint.router.catalog.ConfigDatabase;
import io.counterpoint.router.catalog.RouterPing;
import io.counterpoint.router.command.RouterAccess;
import io.counterpoint.router.command.RouterCommands;
import io.counterpoint.router.command.ShardParameters;
import io.counterpoint.router.counter.CounterRows;
import io.counterpoint.router.counter.CounterWrites;
import io.counterpoint.router.ddl.CollectionDdl;
import io.counterpoint.router.ddl.Spread;
import io.counterpoint.router.routing.RoutedCalls;
import io.counterpoint.router.rpc.ChannelFactory;
import io.counterpoint.router.rpc.Shards;
import io.counterpoint.router.txn.ClusterSnapshots;
import io.counterpoint.router.txn.InDoubtResolver;
import io.counterpoint.router.txn.RecoveryTokens;
import io.counterpoint.router.txn.RouterTransactions;
import io.counterpoint.router.txn.TransactionEnd;
import io.counterpoint.router.write.OwnerFinder;
import io.counterpoint.router.write.WriteExecutor;
import io.counterpoint.wire.command.CommandDispatcher;
import io.counterpoint.wire.command.CommandTable;
import io.counterpoint.wire.command.OperationTable;
import io.counterpoint.wire.command.SnapshotReads;
import io.counterpoint.wire.command.basic.BasicCommands;
import io.counterpoint.wire.command.basic.ServerIdentity;
import io.counterpoint.wire.cursor.CursorTable;
import io.counterpoint.wire.failpoint.FailPoints;
import io.counterpoint.wire.server.EventLoops;
import io.counterpoint.wire.server.TrafficCounters;
import io.counterpoint.wire.server.WireServer;
import io.counterpoint.wire.server.WireServerConfig;
import io.counterpoint.wire.session.SessionTable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running router. Starting is an ordered list of steps: connect to the shards, join the cluster or found it, take up
 * what dead routers left, open the door. Stopping undoes those that were taken, in reverse. One thread starts and
 * closes it.
 */
public final class RouterProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RouterProcess.class);

    private final RouterConfig config;
    private final Environment environment;
    private final EventLoops loops;
    private final ChannelFactory channels;
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private @Nullable InetSocketAddress address;
    private @Nullable CommandDispatcher dispatcher;

    /**
     * A router that is not started yet.
     *
     * @param environment clock, timers, chance, workers, metrics. Workers wait for shards: they must not be the workers
     *     that shards of the same process run on
     * @param loops threads of the client door; closed by whoever made them, after the router
     * @param channels opens the ways to shards
     */
    public RouterProcess(RouterConfig config, Environment environment, EventLoops loops, ChannelFactory channels) {
        this.config = config;
        this.environment = environment;
        this.loops = loops;
        this.channels = channels;
    }

    /**
     * Starts the router. When this returns, its door answers.
     *
     * @return where clients connect
     * @throws io.counterpoint.base.error.CommandException HostUnreachable (6) when a shard does not answer in time;
     *     IllegalOperation (20) when the shards do not belong together
     * @throws IOException when the port cannot be had
     */
    public InetSocketAddress start() throws IOException {
        try {
            return startSteps();
        } catch (IOException | RuntimeException failure) {
            close();
            throw failure;
        }
    }

    private InetSocketAddress startSteps() throws IOException {
        WireServerConfig wire = config.wire().withChosenPort();
        String name = wire.advertisedAddress();
        SpillFolder spill = step(SpillFolder.open(config.temporaryFolder().resolve("router-" + wire.port())));

        ShardConnections.Connected connected =
                new ShardConnections(environment, channels, name, config.startMillisMax()).connect(config.shards());
        Shards ways = step(connected.shards());
        RouterTransactions transactions = new RouterTransactions();
        Shards shards = transactions.watch(ways);
        ObjectId clusterId =
                ShardConnections.await(new ClusterMembership(environment).join(shards, connected.addresses()));

        ConfigDatabase configDatabase = new ConfigDatabase(shards);
        ClusterCatalog catalog = new ClusterCatalog(new CatalogStore(configDatabase, environment, name));
        CollectionDdl ddl = new CollectionDdl(shards, environment, catalog, name);
        step(ddl::close);
        CursorTable cursors = step(new CursorTable(environment.clock(), environment.timers(), environment.random()));
        SessionTable sessions = step(new SessionTable(environment.clock(), environment.timers()));
        sessions.onEnd(cursors::killSession);
        TransactionEnd transactionEnd = new TransactionEnd(transactions, ways);
        sessions.onEnd(transactionEnd::endSession);

        OperationTable operations = new OperationTable(environment.clock());
        RouterAccess access = access(
                shards,
                catalog,
                ddl,
                transactionEnd,
                cursors,
                new StageMemory(Limits.BLOCKING_STAGE_BYTES_MAX, spill),
                sessions,
                operations,
                name,
                clusterId);
        TrafficCounters traffic = new TrafficCounters(wire.connectionCountMax());
        FailPoints failPoints = wire.testCommands() ? new FailPoints(environment.timers()) : null;
        BasicCommands basic = new BasicCommands(identity(name), environment, sessions, operations)
                .cursors(cursors)
                .sections(traffic.statusSections())
                .otherParameters(new ShardParameters(access))
                .testCommands(failPoints);
        CommandTable table = basic.table(SnapshotReads.keptBy(
                new ClusterSnapshots(ways, environment.clusterClock(), environment.random(), transactions),
                RecoveryTokens.in(RouterCommands.entries(access), transactions)));
        CommandDispatcher commands = new CommandDispatcher(
                table,
                environment.clock(),
                environment.metrics(),
                sessions,
                operations,
                failPoints,
                environment.clusterClock());
        dispatcher = commands;

        takeUpWhatWasLeft(ddl);
        InetSocketAddress bound =
                step(new WireServer(loops, wire, commands, traffic)).start();
        address = bound;
        step(new RouterPing(configDatabase, environment, name, ServerIdentity.VERSION))
                .start();
        step(new InDoubtResolver(ways, environment.timers())).start();
        LOG.info("router serves: address={} shards={} cluster={}", bound, shards.names(), clusterId);
        return bound;
    }

    private RouterAccess access(
            Shards shards,
            ClusterCatalog catalog,
            CollectionDdl ddl,
            TransactionEnd transactionEnd,
            CursorTable cursors,
            StageMemory memory,
            SessionTable sessions,
            OperationTable operations,
            String name,
            ObjectId clusterId) {
        Spread spread = config.hashedByDefault() ? Spread.HASHED_ID : Spread.NONE;
        RoutedCalls calls = new RoutedCalls(catalog, ddl, environment);
        return new RouterAccess(
                environment,
                shards,
                catalog,
                calls,
                ddl,
                new WriteExecutor(shards, environment, calls, ddl, spread),
                new OwnerFinder(shards),
                new CounterRows(shards),
                new CounterWrites(shards, environment.objectIds()),
                transactionEnd,
                cursors,
                memory,
                sessions,
                operations,
                spread,
                name,
                clusterId);
    }

    private ServerIdentity identity(String name) {
        return new ServerIdentity(
                ServerIdentity.Role.ROUTER,
                ServerIdentity.VERSION,
                "counterpoint",
                name,
                environment.clock().millis(),
                environment.objectIds().next());
    }

    private static void takeUpWhatWasLeft(CollectionDdl ddl) {
        CompletableFuture<Void> unused = ddl.recoverAll().whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.warn("changes that were left are not all ended: reason={}", failure.getMessage());
            }
        });
    }

    private <T extends AutoCloseable> T step(T resource) {
        started.push(resource);
        return resource;
    }

    /** Where clients connect. Only once started. */
    public InetSocketAddress address() {
        InetSocketAddress bound = address;
        if (bound == null) {
            throw new IllegalStateException("the router is not started");
        }
        return bound;
    }

    /** Runs commands as if they came by the client door. Only once started. */
    public CommandDispatcher dispatcher() {
        CommandDispatcher commands = dispatcher;
        if (commands == null) {
            throw new IllegalStateException("the router is not started");
        }
        return commands;
    }

    /** Stops the router. Commands that are running end first; closing twice does nothing. */
    @Override
    public void close() {
        while (!started.isEmpty()) {
            AutoCloseable resource = started.pop();
            try {
                resource.close();
            } catch (Exception failure) {
                // The rest has to be closed all the same.
                LOG.error("a part of the router could not be closed: part={}", resource, failure);
            }
        }
    }
}
