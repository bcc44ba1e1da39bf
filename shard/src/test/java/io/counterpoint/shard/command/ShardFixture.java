package io.counterpoint.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.storage.CheckpointFolder;
import io.counterpoint.shard.storage.MemoryStore;
import io.counterpoint.shard.storage.Store;
import io.counterpoint.testkit.fake.FakeEnvironment;
import io.counterpoint.testkit.fake.FakeTimers;
import io.counterpoint.testkit.fake.MemorySpillSpace;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.Connection;
import io.counterpoint.wire.command.Door;
import io.counterpoint.wire.server.WireServerConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A whole shard without sockets: everything between a request and the store, on one thread, in virtual time. Its store
 * outlives {@link #restart()}, as a disk does.
 */
public final class ShardFixture implements AutoCloseable {
    private final FakeEnvironment fakes;
    private final Store store;
    private final MemorySpillSpace spillSpace = MemorySpillSpace.endless();
    private final long memoryBytesMax;
    private ShardDispatch dispatch;
    private long connections;

    private ShardFixture(Store store, long seed, long memoryBytesMax) {
        this.memoryBytesMax = memoryBytesMax;
        this.fakes = FakeEnvironment.create(seed);
        this.store = store;
        this.dispatch = open();
    }

    /** An empty shard. */
    public static ShardFixture create() {
        return over(new MemoryStore(), 1);
    }

    /** A shard over what a store has. */
    public static ShardFixture over(Store store, long seed) {
        return new ShardFixture(store, seed, Limits.BLOCKING_STAGE_BYTES_MAX);
    }

    /** An empty shard whose sorts and groups may hold no more than so many bytes each. */
    public static ShardFixture withMemory(long bytesMax) {
        return new ShardFixture(new MemoryStore(), 1, bytesMax);
    }

    /** Where the shard puts what does not fit into memory. */
    public MemorySpillSpace spillSpace() {
        return spillSpace;
    }

    private ShardDispatch open() {
        return ShardDispatch.open(
                "shard01",
                WireServerConfig.of("localhost", 27018).withConnectionCountMax(100),
                store,
                new CheckpointFolder(Path.of("target", "checkpoints"), Path.of("target", "shard.properties")),
                new StageMemory(memoryBytesMax, spillSpace),
                fakes.environment(),
                Runnable::run);
    }

    /** Ends the shard and starts it again over the same store. */
    public void restart() {
        dispatch.close();
        dispatch = open();
    }

    /** The store below. */
    public Store store() {
        return store;
    }

    /** Moves the time. */
    public FakeTimers timers() {
        return fakes.timers();
    }

    /** Shows the commands themselves. */
    public ShardDispatch dispatch() {
        return dispatch;
    }

    /** A client of the wire door. */
    public Peer client() {
        return new Peer(Door.CLIENT);
    }

    /** A router's stream. */
    public Peer router() {
        return new Peer(Door.ROUTER);
    }

    /** Somebody who is connected to the shard. */
    public final class Peer {
        private final Connection connection;

        private Peer(Door door) {
            connection = new Connection(++connections, "peer", "shard", door);
        }

        /** Hands in a command, on whatever database its {@code $db} names. */
        public CompletableFuture<BsonDocument> send(BsonDocument command) {
            return send(command, null);
        }

        /**
         * As a router does.
         *
         * @param version what it believes; null for nothing
         */
        public CompletableFuture<BsonDocument> send(BsonDocument command, @Nullable Object version) {
            CommandRequest request = CommandRequest.builder(BsonBytes.raw(command))
                    .connection(connection)
                    .receivedNanos(fakes.clock().nanos())
                    .routing(version)
                    .build();
            return dispatch.dispatcher().dispatch(request).thenApply(Peer::withoutTimes);
        }

        /** Every reply to a client has them; what a test expects is the rest. */
        private static BsonDocument withoutTimes(BsonDocument reply) {
            reply.remove("$clusterTime");
            reply.remove("operationTime");
            return reply;
        }

        /** The shard's cluster time. */
        public BsonTimestamp clusterTime() {
            CommandRequest ping = CommandRequest.builder(BsonBytes.raw(BsonDocument.parse("{ping: 1, $db: 'admin'}")))
                    .build();
            return dispatch.dispatcher().dispatch(ping).join().getTimestamp("operationTime");
        }

        /** Hands in a command on {@code shop} whose steps and reply come on an executor. */
        public CompletableFuture<BsonDocument> sendOn(Executor executor, String command) {
            CommandRequest request = CommandRequest.builder(
                            BsonBytes.raw(BsonDocument.parse(command).append("$db", new BsonString("shop"))))
                    .connection(connection)
                    .receivedNanos(fakes.clock().nanos())
                    .replyExecutor(executor)
                    .build();
            return dispatch.dispatcher().dispatch(request).thenApply(Peer::withoutTimes);
        }

        /** The reply to a command, whether it went well or not. */
        public BsonDocument reply(String database, BsonDocument command) {
            CompletableFuture<BsonDocument> reply =
                    send(BsonBytes.tree(command).append("$db", new BsonString(database)));
            assertThat(reply).as("the reply to %s", command).isCompleted();
            return reply.join();
        }

        /** The reply to a command on the database {@code shop}. */
        public BsonDocument reply(String command) {
            return reply("shop", BsonDocument.parse(command));
        }

        /** The reply to a command that goes well. */
        public BsonDocument run(String database, BsonDocument command) {
            BsonDocument reply = reply(database, command);
            assertThat(reply.getNumber("ok").intValue())
                    .as("%s: %s", command, reply)
                    .isEqualTo(1);
            return reply;
        }

        /** The reply to a command on {@code shop} that goes well. */
        public BsonDocument run(String command) {
            return run("shop", BsonDocument.parse(command));
        }

        /** The reply to a command on {@code admin} that goes well. */
        public BsonDocument admin(String command) {
            return run("admin", BsonDocument.parse(command));
        }

        /** The reply to a command on {@code shop} that is refused. */
        public BsonDocument refused(String command) {
            BsonDocument reply = reply(command);
            assertThat(reply.getNumber("ok").intValue())
                    .as("%s: %s", command, reply)
                    .isZero();
            return reply;
        }

        /** Ends the connection. */
        public void close() {
            connection.closed();
        }

        /** Number of the connection. */
        public long id() {
            return connection.id();
        }

        /** All documents of a collection of {@code shop}, in {@code _id} order. */
        public List<BsonDocument> all(String collection) {
            return all("shop", collection);
        }

        /** All documents of a collection, in {@code _id} order. */
        public List<BsonDocument> all(String database, String collection) {
            BsonDocument find = new BsonDocument("find", new BsonString(collection))
                    .append("sort", new BsonDocument("_id", new BsonInt32(1)))
                    .append("batchSize", new BsonInt32(1_000_000));
            return documents(run(database, find));
        }

        /** A counter row's {@code last}; null when there is no such row. */
        public @Nullable BsonValue last(String rowId) {
            BsonDocument find = new BsonDocument("find", new BsonString("counters"))
                    .append("filter", new BsonDocument("_id", new BsonString(rowId)));
            List<BsonDocument> rows = documents(run("admin", find));
            return rows.isEmpty() ? null : rows.get(0).get("last");
        }

        /** Demands that documents and index entries of a collection agree. */
        public void validate(String database, String collection) {
            BsonDocument reply = run(database, new BsonDocument("validate", new BsonString(collection)));
            assertThat(reply.get("valid")).as(reply.toString()).isEqualTo(BsonBoolean.TRUE);
        }
    }

    /** The documents of a first batch. */
    public static List<BsonDocument> documents(BsonDocument reply) {
        List<BsonDocument> documents = new ArrayList<>();
        for (BsonValue document : reply.getDocument("cursor").getArray("firstBatch")) {
            documents.add(BsonBytes.tree(document.asDocument()));
        }
        return documents;
    }

    /** A collection as the store has it; null when it is not there. */
    public @Nullable CollectionDescription stored(String namespace) {
        return Catalog.load(store).find(Namespace.parse(namespace));
    }

    /** A collection that is there, as the store has it. */
    public CollectionDescription collection(String namespace) {
        return Objects.requireNonNull(stored(namespace), namespace);
    }

    /** An index that is there, as the store has it. */
    public IndexDescription index(String namespace, String name) {
        return Objects.requireNonNull(collection(namespace).index(name), name);
    }

    /** A document from JSON. */
    public static RawDocument raw(String json) {
        return BsonBytes.raw(BsonDocument.parse(json));
    }

    @Override
    public void close() {
        dispatch.close();
    }
}
