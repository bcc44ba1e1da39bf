package io.counterpoint.cli.cluster;

import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.http.HttpDoor;
import io.counterpoint.cli.probe.Address;
import io.counterpoint.cli.probe.ClusterProbe;
import io.counterpoint.cli.probe.ClusterStatus.ProcessStatus;
import io.counterpoint.cli.version.ProductVersion;
import io.counterpoint.router.RouterConfig;
import io.counterpoint.router.RouterProcess;
import io.counterpoint.router.rpc.NetworkChannels;
import io.counterpoint.wire.server.WireServerConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One router as a process of its own, over shards that run elsewhere. */
public final class SingleRouter {
    private static final String ROUTER = "router";

    private SingleRouter() {}

    /**
     * Starts the router and its HTTP door.
     *
     * @param shards the shards' gRPC addresses by name, the one with the catalog first
     * @param temporary where running commands keep what they cannot hold in memory; null for the system's own folder
     * @throws StartupException when a port cannot be had, a shard does not answer, or a shard has another name
     */
    public static RunningSystem start(
            WireServerConfig wire,
            int httpPort,
            Map<String, Address> shards,
            @Nullable Path temporary,
            boolean hashedByDefault) {
        Ports.requireFree(wire.host(), wire.port(), "--port");
        Ports.requireFree(wire.host(), httpPort, "--http-port");
        List<String> addresses =
                shards.values().stream().map(Address::hostAndPort).toList();
        RouterConfig config = new RouterConfig(
                wire,
                addresses,
                hashedByDefault,
                temporary == null ? temporaryFolder() : temporary,
                RouterConfig.START_MILLIS_MAX_DEFAULT);
        StartedParts parts = new StartedParts();
        try {
            Machine machine = parts.add(new Machine());
            RouterProcess router = parts.add(new RouterProcess(
                    config, machine.environmentOf(ROUTER), machine.loops(), new NetworkChannels(machine.loops())));
            Address address = Address.listening(wire.host(), router.start().getPort());
            ClusterProbe probe = ClusterProbe.ofRouter(address);
            Map<String, Address> wireByShard = new LinkedHashMap<>();
            for (ProcessStatus shard : probe.look().shards()) {
                wireByShard.put(shard.name(), Address.ofUri(shard.uri()));
            }
            requireKnown(shards, wireByShard.keySet());
            Console console = new Console(ROUTER, ProductVersion.number(), machine, Path.of(Console.REPORTS));
            HttpDoor door = parts.add(HttpDoor.open(wire.host(), httpPort, console));
            console.serve(probe);
            parts.add(console::stopServing);
            return new LocalSystem(
                    new Endpoints(address, wireByShard, null, door.address(), door.token()),
                    parts,
                    new CompletableFuture<>());
        } catch (IOException | RuntimeException e) {
            parts.close();
            throw StartFailures.explain(ROUTER, e);
        }
    }

    /** A router keeps nothing: what it cannot hold in memory for a while goes where the machine wants such things. */
    private static Path temporaryFolder() {
        return Path.of(System.getProperty("java.io.tmpdir"), "counterpoint-" + System.getProperty("user.name"));
    }

    private static void requireKnown(Map<String, Address> given, Set<String> names) {
        for (Map.Entry<String, Address> shard : given.entrySet()) {
            if (!names.contains(shard.getKey())) {
                throw new StartupException(
                        "--shards calls the shard at " + shard.getValue().hostAndPort() + " '"
                                + shard.getKey() + "', but the cluster's shards are called " + String.join(", ", names)
                                + ".");
            }
        }
    }
}
