package io.counterpoint.bench.part;

import io.counterpoint.base.Environment;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.base.metric.Metrics;
import io.counterpoint.base.random.SystemRandom;
import io.counterpoint.base.time.SystemClock;
import io.counterpoint.base.time.ThreadTimers;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.shard.command.ShardDispatch;
import io.counterpoint.shard.storage.CheckpointFolder;
import io.counterpoint.shard.storage.RocksMemory;
import io.counterpoint.shard.storage.RocksStore;
import io.counterpoint.wire.command.CommandReply;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.server.WireServerConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Commands on a shard with its storage on disk, from the request to the reply as documents: what they cost beside the
 * network. One client.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ShardCommandBenchmark {
    private static final int DOCUMENTS = 10_000;

    private final ExecutorService workers = Executors.newSingleThreadExecutor();
    private final ExecutorService syncer = Executors.newSingleThreadExecutor();
    private final ThreadTimers timers = new ThreadTimers("timers");
    private final RawDocument[] finds = new RawDocument[DOCUMENTS];
    private final BsonDocument session = new BsonDocument("id", new BsonBinary(UUID.randomUUID()));
    private final Path folder;
    private final RocksMemory memory;
    private final RocksStore store;
    private final ShardDispatch dispatch;
    private long statement;

    /** Starts the shard. */
    public ShardCommandBenchmark() {
        folder = newFolder();
        memory = RocksMemory.standard();
        store = RocksStore.open(folder, memory);
        Environment environment =
                Environment.of(new SystemClock(), timers, new SystemRandom(), workers, Metrics.inMemory());
        dispatch = ShardDispatch.open(
                "bench",
                WireServerConfig.of("127.0.0.1", 27_101),
                store,
                new CheckpointFolder(folder.resolve("checkpoints"), folder.resolve("shard.properties")),
                StageMemory.withoutDisk(Limits.BLOCKING_STAGE_BYTES_MAX),
                environment,
                syncer);
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("bench");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Fills a collection with an autoincrement field. */
    @Setup
    public void fill() {
        run(encoded(new BsonDocument("create", new BsonString("orders"))
                .append("autoincrement", new BsonString("number"))
                .append("$db", new BsonString("bench"))));
        for (int i = 0; i < DOCUMENTS; i++) {
            BsonObjectId id = new BsonObjectId();
            run(insert(id));
            finds[i] = find(id);
        }
    }

    /** Stops the shard and removes its files. */
    @TearDown
    public void stop() throws IOException {
        dispatch.close();
        store.close();
        memory.close();
        workers.shutdownNow();
        syncer.shutdownNow();
        timers.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** One of the documents by its {@code _id}. */
    @Benchmark
    public CommandReply findById() {
        return run(finds[ThreadLocalRandom.current().nextInt(DOCUMENTS)]);
    }

    /** One document as a retryable write that does not wait for the disk; the encoding of the command is part of it. */
    @Benchmark
    public CommandReply insertOne() {
        return run(insert(new BsonObjectId()));
    }

    private RawDocument find(BsonObjectId id) {
        return encoded(new BsonDocument("find", new BsonString("orders"))
                .append("filter", new BsonDocument("_id", id))
                .append("limit", new BsonInt32(1))
                .append("singleBatch", BsonBoolean.TRUE)
                .append("$db", new BsonString("bench"))
                .append("lsid", session));
    }

    private RawDocument insert(BsonObjectId id) {
        BsonDocument order = SampleDocuments.order(1);
        order.put("_id", id);
        return encoded(new BsonDocument("insert", new BsonString("orders"))
                .append("documents", new BsonArray(List.of(order)))
                .append("ordered", BsonBoolean.TRUE)
                .append("writeConcern", new BsonDocument("w", new BsonInt32(1)).append("j", BsonBoolean.FALSE))
                .append("txnNumber", new BsonInt64(++statement))
                .append("$db", new BsonString("bench"))
                .append("lsid", session));
    }

    private static RawDocument encoded(BsonDocument command) {
        return RawDocument.of(BsonBytes.encode(command));
    }

    private CommandReply run(RawDocument command) {
        return dispatch.dispatcher().answer(CommandRequest.of(command)).join();
    }
}
