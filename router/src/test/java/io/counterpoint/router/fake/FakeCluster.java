package io.counterpoint.router.fake;

import io.counterpoint.base.Environment;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.router.catalog.CatalogStore;
import io.counterpoint.router.catalog.ClusterCatalog;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.catalog.ConfigDatabase;
import io.counterpoint.router.command.RouterAccess;
import io.counterpoint.router.command.RouterCommands;
import io.counterpoint.router.counter.CounterRows;
import io.counterpoint.router.counter.CounterWrites;
import io.counterpoint.router.ddl.CollectionDdl;
import io.counterpoint.router.ddl.Spread;
import io.counterpoint.router.routing.RoutedCalls;
import io.counterpoint.router.rpc.Shards;
import io.counterpoint.router.txn.RouterTransactions;
import io.counterpoint.router.txn.TransactionEnd;
import io.counterpoint.router.write.OwnerFinder;
import io.counterpoint.router.write.WriteExecutor;
import io.counterpoint.testkit.fake.FakeEnvironment;
import io.counterpoint.wire.command.CommandDispatcher;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.CommandTable;
import io.counterpoint.wire.command.OperationTable;
import io.counterpoint.wire.cursor.CursorTable;
import io.counterpoint.wire.session.SessionTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.types.ObjectId;

/** Fake shards and routers in front of them, on one thread: time moves when a test moves it. */
public final class FakeCluster {
    private static final long STEP_MILLIS = 50;
    private static final int STEPS_MAX = 4_000;

    private final FakeEnvironment environment;
    private final List<FakeShard> shards = new ArrayList<>();

    /** A cluster of so many shards, {@code s1}, {@code s2}, …. */
    public FakeCluster(int shardCount, long seed) {
        environment = FakeEnvironment.create(seed);
        for (int i = 1; i <= shardCount; i++) {
            shards.add(new FakeShard("s" + i));
        }
    }

    /** The shards, the one with the catalog first. */
    public List<FakeShard> shards() {
        return shards;
    }

    /** A shard by its position. */
    public FakeShard shard(int index) {
        return shards.get(index);
    }

    /** Time and chance. */
    public FakeEnvironment environment() {
        return environment;
    }

    /** Names of the shards. */
    public List<String> names() {
        return shards.stream().map(FakeShard::shard).toList();
    }

    /** A router that knows nothing yet. */
    public Router router(String address) {
        return new Router(address, Spread.HASHED_ID);
    }

    /** Waits for a future by moving time. */
    public <T> T await(CompletableFuture<T> future) {
        for (int i = 0; i < STEPS_MAX && !future.isDone(); i++) {
            environment.timers().advance(STEP_MILLIS);
        }
        if (!future.isDone()) {
            throw new AssertionError("nothing came of it within " + STEPS_MAX * STEP_MILLIS + " ms");
        }
        return future.join();
    }

    /** One router. */
    public final class Router {
        private final Shards ways = new Shards(shards);
        private final ClusterCatalog catalog;
        private final CollectionDdl ddl;
        private final RoutedCalls calls;
        private final WriteExecutor writes;
        private final CommandDispatcher dispatcher;

        private Router(String address, Spread spread) {
            Environment outside = environment.environment();
            catalog = new ClusterCatalog(new CatalogStore(new ConfigDatabase(ways), outside, address));
            ddl = new CollectionDdl(ways, outside, catalog, address);
            calls = new RoutedCalls(catalog, ddl, outside);
            writes = new WriteExecutor(ways, outside, calls, ddl, spread);
            CursorTable cursors = new CursorTable(outside.clock(), outside.timers(), outside.random());
            SessionTable sessions = new SessionTable(outside.clock(), outside.timers());
            RouterAccess access = new RouterAccess(
                    outside,
                    ways,
                    catalog,
                    calls,
                    ddl,
                    writes,
                    new OwnerFinder(ways),
                    new CounterRows(ways),
                    new CounterWrites(ways, outside.objectIds()),
                    new TransactionEnd(new RouterTransactions(), ways),
                    cursors,
                    StageMemory.withoutDisk(Limits.BLOCKING_STAGE_BYTES_MAX),
                    sessions,
                    new OperationTable(outside.clock()),
                    spread,
                    address,
                    new ObjectId("0123456789abcdef01234567"));
            dispatcher = new CommandDispatcher(
                    new CommandTable(RouterCommands.entries(access)), outside.clock(), outside.metrics(), sessions);
        }

        /** The ways to the shards. */
        public Shards ways() {
            return ways;
        }

        /** The router's catalog. */
        public ClusterCatalog catalog() {
            return catalog;
        }

        /** The router's schema changes. */
        public CollectionDdl ddl() {
            return ddl;
        }

        /** The router's routed calls. */
        public RoutedCalls calls() {
            return calls;
        }

        /** The router's batches. */
        public WriteExecutor writes() {
            return writes;
        }

        /** How a collection is spread. */
        public CollectionRouting routing(String namespace) {
            return await(catalog.store().collection(Namespace.parse(namespace))).orElseThrow();
        }

        /** Starts a command as a client sends it. */
        public CompletableFuture<BsonDocument> start(String database, BsonDocument command) {
            BsonDocument named = new BsonDocument();
            named.putAll(command);
            named.append("$db", new BsonString(database));
            return dispatcher.dispatch(CommandRequest.of(BsonBytes.raw(named)));
        }

        /** Runs a command as a client sends it; gives the whole reply. */
        public BsonDocument run(String database, String json) {
            return run(database, BsonDocument.parse(json));
        }

        /** Runs a command as a client sends it; gives the whole reply. */
        public BsonDocument run(String database, BsonDocument command) {
            return await(start(database, command));
        }
    }
}
