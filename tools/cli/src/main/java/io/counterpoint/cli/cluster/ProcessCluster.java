package io.counterpoint.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/** A cluster in which the router and every shard are processes of their own, as they would be on several machines. */
public final class ProcessCluster implements RunningSystem {
    private final Path scratch;
    /** In the order of start; stopped in reverse, so the router goes first. */
    private final List<ChildProcess> children;

    private final Endpoints endpoints;
    private volatile boolean stopping;

    private ProcessCluster(Path scratch, List<ChildProcess> children, Endpoints endpoints) {
        this.scratch = scratch;
        this.children = List.copyOf(children);
        this.endpoints = endpoints;
    }

    /**
     * Starts all shards at once and the router when they answer.
     *
     * @throws StartupException when one of them cannot start; the others are stopped by then
     */
    public static ProcessCluster start(UpConfig config) throws InterruptedException {
        ClusterFolder folder = ClusterFolder.of(config.data(), config.shards());
        Ports.requireFree(config, folder.shards().size(), true);
        folder.create();
        Path scratch;
        try {
            scratch = Files.createTempDirectory("counterpoint");
        } catch (IOException e) {
            throw new StartupException("No temporary folder can be made: " + e.getMessage(), e);
        }
        List<ChildProcess> children = new ArrayList<>();
        boolean started = false;
        try {
            for (int index = 0; index < folder.shards().size(); index++) {
                children.add(startShard(config, folder.shards().get(index), index, scratch));
            }
            Map<String, Address> wire = new LinkedHashMap<>();
            List<String> shardArguments = new ArrayList<>();
            for (ChildProcess shard : children) {
                JsonNode ready = shard.awaitReady();
                wire.put(shard.name(), address(ready.path("shards").path(0)));
                shardArguments.add(shard.name() + "=" + ready.path("rpc").asText());
            }
            ChildProcess router = startRouter(config, shardArguments, scratch);
            children.add(router);
            JsonNode ready = router.awaitReady();
            Endpoints endpoints = new Endpoints(
                    address(ready.path("router")),
                    wire,
                    null,
                    address(ready.path("console")),
                    ready.path("consoleToken").textValue());
            started = true;
            return new ProcessCluster(scratch, children, endpoints);
        } finally {
            if (!started) {
                stop(children, scratch);
            }
        }
    }

    private static ChildProcess startShard(UpConfig config, Path folder, int index, Path scratch) {
        String name = folder.getFileName().toString();
        List<String> arguments = new ArrayList<>(ChildProcess.shardArguments(
                name,
                config.bindHost(),
                config.wirePortOfShard(index),
                config.rpcPortOfShard(index),
                config.httpPortOfShard(index),
                folder));
        addTestCommands(config, arguments);
        return ChildProcess.start(name, arguments, scratch);
    }

    private static ChildProcess startRouter(UpConfig config, List<String> shards, Path scratch) {
        List<String> arguments = new ArrayList<>(List.of(
                "router",
                "--bind",
                config.bindHost(),
                "--port",
                Integer.toString(config.port()),
                "--http-port",
                Integer.toString(config.httpPort()),
                "--shards",
                String.join(",", shards),
                "--default-sharding",
                config.hashedByDefault() ? "hashed" : "none"));
        addTestCommands(config, arguments);
        return ChildProcess.start("router", arguments, scratch);
    }

    private static void addTestCommands(UpConfig config, List<String> arguments) {
        if (config.testCommands()) {
            arguments.add("--test-commands");
        }
    }

    private static Address address(JsonNode uri) {
        return Address.ofUri(uri.asText());
    }

    @Override
    public Endpoints endpoints() {
        return endpoints;
    }

    @Override
    public String awaitFailure() throws InterruptedException {
        CompletableFuture<?>[] ends =
                children.stream().map(child -> child.process().onExit()).toArray(CompletableFuture[]::new);
        CompletableFuture<Object> first = CompletableFuture.anyOf(ends);
        try {
            first.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for a child process failed", e);
        }
        if (stopping) {
            // The children end because they are told to: this process ends with its hooks.
            new CountDownLatch(1).await();
        }
        return children.stream()
                .filter(child -> !child.process().isAlive())
                .findFirst()
                .map(child ->
                        child.name() + " ended with status " + child.process().exitValue())
                .orElse("a process ended");
    }

    @Override
    public synchronized void close() {
        stopping = true;
        stop(children, scratch);
    }

    private static void stop(List<ChildProcess> children, Path scratch) {
        for (int index = children.size() - 1; index >= 0; index--) {
            children.get(index).stop();
        }
        try (Stream<Path> files = Files.list(scratch)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(scratch);
        } catch (IOException e) {
            // Left to the system, which clears its temporary folder; a second stop finds nothing here.
        }
    }
}
