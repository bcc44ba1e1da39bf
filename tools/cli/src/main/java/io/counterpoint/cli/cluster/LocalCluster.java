package io.counterpoint.cli.cluster;

import io.counterpoint.cli.http.HttpDoor;
import io.counterpoint.cli.probe.Address;
import io.counterpoint.cli.probe.ClusterProbe;
import io.counterpoint.cli.version.ProductVersion;
import io.counterpoint.router.RouterConfig;
import io.counterpoint.router.RouterProcess;
import io.counterpoint.shard.ShardConfig;
import io.counterpoint.shard.ShardProcess;
import io.counterpoint.shard.ShardResources;
import io.counterpoint.shard.storage.RocksMemory;
import io.counterpoint.wire.server.WireServerConfig;
import io.grpc.inprocess.InProcessChannelBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A whole cluster in this JVM: the router reaches its shards without leaving the process. */
public final class LocalCluster {
    private static final String ROUTER = "router";

    /** Starting is a short and one-time affair: a thread for each part that starts, none kept. */
    private static final Executor STARTERS = part -> {
        Thread thread = new Thread(part, "start");
        thread.setDaemon(true);
        thread.start();
    };

    private LocalCluster() {}

    /**
     * Starts the shards side by side, the HTTP door meanwhile, and the router when the shards answer.
     *
     * @throws io.counterpoint.cli.failure.StartupException when a port or the data folder cannot be had; whatever was
     *     started is stopped by then
     */
    public static RunningSystem start(UpConfig config) {
        ClusterFolder folder = ClusterFolder.of(config.data(), config.shards());
        Ports.requireFree(config, folder.shards().size(), false);
        folder.create();
        StartedParts parts = new StartedParts();
        try {
            Machine machine = parts.add(new Machine());
            Console console = new Console(
                    "cluster", ProductVersion.number(), machine, config.data().resolve(Console.REPORTS));
            CompletableFuture<HttpDoor> door = parts.addStarting(CompletableFuture.supplyAsync(
                    () -> HttpDoor.open(config.bindHost(), config.httpPort(), console), STARTERS));
            List<ShardConfig> shards = shardConfigs(config, folder);
            CompletableFuture<String> failure = new CompletableFuture<>();
            Map<String, Address> wire = startShards(shards, config.bindHost(), machine, parts, failure);
            Address router = startRouter(config, shards, machine, parts);
            HttpDoor open = door.join();
            Endpoints endpoints = new Endpoints(router, wire, null, open.address(), open.token());
            console.serve(ClusterProbe.ofCluster(router, wire));
            parts.add(console::stopServing);
            return new LocalSystem(endpoints, parts, failure);
        } catch (IOException | RuntimeException e) {
            parts.close();
            throw StartFailures.explain(ROUTER, e);
        }
    }

    private static List<ShardConfig> shardConfigs(UpConfig config, ClusterFolder folder) {
        List<ShardConfig> shards = new ArrayList<>();
        for (Path shardFolder : folder.shards()) {
            WireServerConfig wire = wire(config, config.wirePortOfShard(shards.size()));
            String name = shardFolder.getFileName().toString();
            shards.add(new ShardConfig(name, shardFolder, wire, null, inProcessName(shardFolder)));
        }
        return shards;
    }

    private static WireServerConfig wire(UpConfig config, int port) {
        return WireServerConfig.of(config.bindHost(), port)
                .withMemory(MachineMemory.ofThisMachine().doorMemory())
                .advertisedAs(Address.reachable(config.bindHost()))
                .withTestCommands(config.testCommands());
    }

    /** No two clusters share a folder, so its path is a name that no other shard of this JVM has. */
    private static String inProcessName(Path shardFolder) {
        return shardFolder.toAbsolutePath().toString();
    }

    private static Map<String, Address> startShards(
            List<ShardConfig> configs,
            String bindHost,
            Machine machine,
            StartedParts parts,
            CompletableFuture<String> failure) {
        RocksMemory memory = parts.add(MachineMemory.ofThisMachine().rocksMemory());
        List<CompletableFuture<ShardProcess>> starting = new ArrayList<>();
        for (ShardConfig config : configs) {
            ShardResources resources = machine.forShard(config.name(), memory);
            starting.add(
                    parts.addStarting(CompletableFuture.supplyAsync(() -> startShard(config, resources), STARTERS)));
        }
        Map<String, Address> wire = new LinkedHashMap<>();
        for (int index = 0; index < configs.size(); index++) {
            ShardProcess shard = starting.get(index).join();
            CompletableFuture<Boolean> unused = shard.damage().thenApply(failure::complete);
            wire.put(
                    configs.get(index).name(),
                    Address.listening(bindHost, shard.wireAddress().getPort()));
        }
        return wire;
    }

    private static ShardProcess startShard(ShardConfig config, ShardResources resources) {
        ShardProcess shard = new ShardProcess(config, resources);
        try {
            shard.start();
            return shard;
        } catch (IOException | RuntimeException e) {
            throw StartFailures.explain(config.name(), e);
        }
    }

    private static Address startRouter(UpConfig config, List<ShardConfig> shards, Machine machine, StartedParts parts)
            throws IOException {
        List<String> names =
                shards.stream().map(shard -> inProcessName(shard.dataFolder())).toList();
        RouterConfig routerConfig = new RouterConfig(
                wire(config, config.port()),
                names,
                config.hashedByDefault(),
                config.data(),
                RouterConfig.START_MILLIS_MAX_DEFAULT);
        RouterProcess router = parts.add(new RouterProcess(
                routerConfig,
                machine.environmentOf(ROUTER),
                machine.loops(),
                name -> InProcessChannelBuilder.forName(name).directExecutor().build()));
        return Address.listening(config.bindHost(), router.start().getPort());
    }
}
