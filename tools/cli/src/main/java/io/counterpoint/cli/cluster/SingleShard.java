package io.counterpoint.cli.cluster;

import io.counterpoint.cli.http.HttpDoor;
import io.counterpoint.cli.probe.Address;
import io.counterpoint.cli.probe.ClusterProbe;
import io.counterpoint.cli.version.ProductVersion;
import io.counterpoint.shard.ShardConfig;
import io.counterpoint.shard.ShardProcess;
import io.counterpoint.shard.storage.RocksMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** One shard as a process of its own: a complete server by itself. */
public final class SingleShard {
    private SingleShard() {}

    /**
     * Starts the shard and its HTTP door.
     *
     * @throws io.counterpoint.cli.failure.StartupException when a port or the data folder cannot be had
     */
    public static RunningSystem start(ShardConfig config, int httpPort) {
        String host = config.wire().host();
        Ports.requireFree(host, config.wire().port(), "--port");
        if (config.rpcPort() != null) {
            Ports.requireFree(host, config.rpcPort(), "--grpc-port");
        }
        Ports.requireFree(host, httpPort, "--http-port");
        StartedParts parts = new StartedParts();
        try {
            Machine machine = parts.add(new Machine());
            RocksMemory memory = parts.add(MachineMemory.ofThisMachine().rocksMemory());
            ShardProcess shard = parts.add(new ShardProcess(config, machine.forShard(config.name(), memory)));
            shard.start();
            Address wire = Address.listening(host, shard.wireAddress().getPort());
            Console console = new Console("shard", ProductVersion.number(), machine, Path.of(Console.REPORTS));
            HttpDoor door = parts.add(HttpDoor.open(host, httpPort, console));
            parts.add(console::stopServing);
            console.serve(ClusterProbe.ofShard(config.name(), wire));
            return new LocalSystem(
                    new Endpoints(
                            null,
                            Map.of(config.name(), wire),
                            Address.listening(host, shard.rpcPort()),
                            door.address(),
                            door.token()),
                    parts,
                    shard.damage());
        } catch (IOException | RuntimeException e) {
            parts.close();
            throw StartFailures.explain(config.name(), e);
        }
    }
}
