package io.counterpoint.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import io.counterpoint.lab.cluster.LabCluster;
import io.counterpoint.lab.cluster.ShardFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster for an experiment: a process for the router and for each shard, on free ports, with {@link Link links}
 * between them, and data that go when it is closed. Its shards can be killed and started again, paused, cut off and
 * slowed down.
 */
public final class FaultyCluster implements LabCluster, ShardFaults {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int DELAY_MILLIS = 50;

    private final Path folder;
    private final Map<String, Shard> shards = new LinkedHashMap<>();
    /** Every process that was started for a shard; stopping one that has ended does nothing. */
    private final List<ChildProcess> processes = new ArrayList<>();

    private @Nullable ChildProcess router;
    private String routerUri = "";

    private FaultyCluster(Path folder) {
        this.folder = folder;
    }

    private record Shard(ChildProcess process, int wirePort, int rpcPort, Link link) {}

    /**
     * Starts it and returns when it answers.
     *
     * @throws StartupException when a process cannot start; the others are stopped by then
     */
    public static FaultyCluster start(int shardCount) throws InterruptedException {
        FaultyCluster cluster;
        try {
            cluster = new FaultyCluster(Files.createTempDirectory("counterpoint-lab"));
        } catch (IOException e) {
            throw new StartupException("No temporary folder can be made: " + e.getMessage(), e);
        }
        boolean started = false;
        try {
            cluster.startAll(shardCount);
            started = true;
            return cluster;
        } catch (IOException e) {
            throw new StartupException("The links of the cluster cannot be made: " + e.getMessage(), e);
        } finally {
            if (!started) {
                cluster.close();
            }
        }
    }

    private void startAll(int shardCount) throws IOException, InterruptedException {
        Map<String, ChildProcess> starting = new LinkedHashMap<>();
        for (int number = 1; number <= shardCount; number++) {
            String name = "shard" + number;
            starting.put(name, startShard(name, 0, 0));
        }
        List<String> links = new ArrayList<>();
        for (Map.Entry<String, ChildProcess> shard : starting.entrySet()) {
            JsonNode ready = shard.getValue().awaitReady();
            int rpcPort = Address.parse(ready.path("rpc").asText()).port();
            Link link = Link.to(rpcPort);
            int wirePort = Address.ofUri(ready.path("shards").path(0).asText()).port();
            shards.put(shard.getKey(), new Shard(shard.getValue(), wirePort, rpcPort, link));
            links.add(shard.getKey() + "=" + LOOPBACK + ":" + link.port());
        }
        ChildProcess started = ChildProcess.start(
                "router",
                List.of(
                        "router",
                        "--bind",
                        LOOPBACK,
                        "--port",
                        "0",
                        "--http-port",
                        "0",
                        "--shards",
                        String.join(",", links)),
                folder,
                false);
        router = started;
        routerUri = started.awaitReady().path("router").asText();
    }

    private ChildProcess startShard(String name, int wirePort, int rpcPort) {
        List<String> arguments =
                ChildProcess.shardArguments(name, LOOPBACK, wirePort, rpcPort, 0, folder.resolve(name));
        ChildProcess process = ChildProcess.start(name, arguments, folder, false);
        processes.add(process);
        return process;
    }

    @Override
    public String description() {
        return "a cluster of its own with " + shards.size() + " shards, one process each";
    }

    @Override
    public String routerUri() {
        return routerUri;
    }

    @Override
    public synchronized Map<String, String> shardUris() {
        Map<String, String> uris = new TreeMap<>();
        shards.forEach((name, shard) -> uris.put(name, new Address(LOOPBACK, shard.wirePort).mongoUri()));
        return uris;
    }

    @Override
    public ShardFaults faults() {
        return this;
    }

    @Override
    public synchronized void begin(String kind, String name) {
        Shard shard = shard(name);
        switch (kind) {
            case "kill" -> {
                shard.process.process().destroyForcibly();
                shard.process.process().onExit().join();
            }
            case "pause" -> signal("STOP", shard);
            case "cut" -> shard.link.cut();
            case "delay" -> shard.link.delay(DELAY_MILLIS);
            default -> throw new IllegalArgumentException("There is no fault '" + kind + "'.");
        }
    }

    @Override
    public synchronized void end(String kind, String name) {
        Shard shard = shard(name);
        switch (kind) {
            case "kill" -> restart(name, shard);
            case "pause" -> signal("CONT", shard);
            default -> shard.link.mend();
        }
    }

    private Shard shard(String name) {
        Shard shard = shards.get(name);
        if (shard == null) {
            throw new IllegalArgumentException("There is no shard '" + name + "'.");
        }
        return shard;
    }

    private void restart(String name, Shard shard) {
        try {
            Files.deleteIfExists(folder.resolve(name + ".ready"));
            ChildProcess again = startShard(name, shard.wirePort, shard.rpcPort);
            shards.put(name, new Shard(again, shard.wirePort, shard.rpcPort, shard.link));
            again.awaitReady();
        } catch (IOException e) {
            throw new StartupException("The ready file of " + name + " cannot be replaced.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void signal(String signal, Shard shard) {
        try {
            Process kill = new ProcessBuilder(
                            "kill",
                            "-" + signal,
                            Long.toString(shard.process.process().pid()))
                    .start();
            if (!kill.waitFor(5, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalArgumentException("The process of the shard took no signal " + signal + ".");
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("This machine has no command 'kill': " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void close() {
        if (router != null) {
            router.stop();
        }
        shards.values().forEach(shard -> shard.link.close());
        processes.forEach(ChildProcess::stop);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            // Left to the system, which clears its temporary folder.
        }
    }
}
