package io.counterpoint.e2e.deployment;

import com.mongodb.client.MongoClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * A deployment with a data folder that outlives its process: {@code up} with some shards, one shard alone, or one more
 * router. Not thread-safe. Addresses change with every start, so clients are made anew after one.
 */
public final class Cluster implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);

    private final TemporaryFolder folder = new TemporaryFolder();
    private final Path readyFile = folder.path().resolve("ready.json");
    private List<String> arguments;
    private @Nullable ServerProcess process;
    private @Nullable Document endpoints;

    private Cluster(List<String> arguments) {
        this.arguments = List.copyOf(arguments);
    }

    /**
     * A router and its shards, not started yet.
     *
     * @param more further arguments for {@code up}
     */
    public static Cluster up(int shards, String... more) {
        return withData(
                List.of("up", "--shards", "" + shards, "--port", "0", "--shard-port", "0", "--http-port", "0"), more);
    }

    /** One shard, which is a complete server, not started yet. */
    public static Cluster shard(String name, String... more) {
        return withData(List.of("shard", "--name", name, "--port", "0", "--grpc-port", "0", "--http-port", "0"), more);
    }

    /** A router over running shards, not started yet. */
    public static Cluster router(List<Cluster> shards, String... more) {
        List<String> addresses = new ArrayList<>();
        for (Cluster shard : shards) {
            addresses.add(shard.name() + "=" + shard.rpc());
        }
        List<String> arguments = new ArrayList<>(
                List.of("router", "--port", "0", "--http-port", "0", "--shards", String.join(",", addresses)));
        arguments.addAll(List.of(more));
        return new Cluster(arguments);
    }

    private static Cluster withData(List<String> start, String... more) {
        List<String> arguments = new ArrayList<>(start);
        arguments.addAll(List.of(more));
        Cluster cluster = new Cluster(arguments);
        cluster.extraArguments.addAll(List.of("--data", cluster.data().toString()));
        return cluster;
    }

    /** Starts a shard that was killed where routers found it before. */
    public Cluster startInPlace() {
        String rpc = rpc();
        String port = rpc.substring(rpc.lastIndexOf(':') + 1);
        arguments = new ArrayList<>(arguments);
        arguments.set(arguments.indexOf("--grpc-port") + 1, port);
        return start();
    }

    private final List<String> extraArguments = new ArrayList<>();

    /** Where it keeps its data. */
    public Path data() {
        return folder.path().resolve("data");
    }

    /** A folder for whatever a test wants to keep beside the data. */
    public Path scratch() {
        return folder.path();
    }

    /** What follows {@code ./counterpoint}, without the ready file. */
    public List<String> arguments() {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(extraArguments);
        return all;
    }

    /** Starts it and returns once it answers. */
    public Cluster start() {
        return start(List.of());
    }

    /** As {@link #start()}, under another command. */
    public Cluster start(List<String> prefix) {
        if (process != null && process.isAlive()) {
            throw new IllegalStateException("already running");
        }
        List<String> command = arguments();
        command.addAll(List.of("--ready-file", readyFile.toString()));
        try {
            Files.deleteIfExists(readyFile);
            ServerProcess started = ServerProcess.start(folder.path(), prefix, command);
            process = started;
            Instant end = Instant.now().plus(ServerProcess.PATIENCE);
            while (!Files.exists(readyFile)) {
                if (!started.isAlive() || Instant.now().isAfter(end)) {
                    String printed = started.printed();
                    started.close();
                    throw new AssertionError("not ready: " + command + " said:\n" + printed);
                }
                Thread.sleep(POLL.toMillis());
            }
            endpoints = Document.parse(Files.readString(readyFile));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting", e);
        }
    }

    /** Stops it cleanly and returns its exit status. */
    public int stop() {
        return process().stop();
    }

    /** Kills it with SIGKILL. */
    public void kill() {
        process().kill();
    }

    /** Stops it cleanly and starts it on the same data. */
    public Cluster restart() {
        int status = stop();
        if (status != 0 && status != SIGTERM_STATUS) {
            throw new AssertionError(
                    "stopped with status " + status + ":\n" + process().printed());
        }
        return start();
    }

    /** What a JVM that ends by SIGTERM answers after its shutdown hooks. */
    public static final int SIGTERM_STATUS = 143;

    /** The process that runs, or ran last. */
    public ServerProcess process() {
        if (process == null) {
            throw new IllegalStateException("not started");
        }
        return process;
    }

    private Document endpoints() {
        if (endpoints == null) {
            throw new IllegalStateException("not started");
        }
        return endpoints;
    }

    /** Where a client connects: the router if there is one, otherwise the shard. */
    public String uri() {
        String router = endpoints().getString("router");
        return router != null ? router : shardUris().get(0);
    }

    /** The address of its console. */
    public String console() {
        return endpoints().getString("console");
    }

    /** What the console needs to change something. */
    public String consoleToken() {
        return endpoints().getString("consoleToken");
    }

    /** Every shard's own door. */
    public List<String> shardUris() {
        return endpoints().getList("shards", String.class);
    }

    /** The address at which routers reach a shard that runs alone. */
    String rpc() {
        return endpoints().getString("rpc");
    }

    private String name() {
        return arguments.get(arguments.indexOf("--name") + 1);
    }

    /** A new client of {@link #uri()}, which the caller closes. */
    public MongoClient connect() {
        return Clients.connect(uri());
    }

    /** Kills what runs and removes the data. */
    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
        folder.close();
    }
}
