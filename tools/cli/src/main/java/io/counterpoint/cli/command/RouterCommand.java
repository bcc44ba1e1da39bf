package io.counterpoint.cli.command;

import io.counterpoint.cli.cluster.SingleRouter;
import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import io.counterpoint.cli.version.ProductVersion;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code counterpoint router}: one router for shards that run elsewhere. */
@Command(
        name = "router",
        description = "Starts one router for shards that are running. Any number of routers can serve one cluster.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        sortOptions = false)
final class RouterCommand implements Callable<Integer> {
    @Mixin
    private final ServiceOptions service = new ServiceOptions();

    @Mixin
    private final DoorOptions doorOptions = new DoorOptions();

    @Option(
            names = "--shards",
            paramLabel = "NAME=HOST:PORT",
            split = ",",
            required = true,
            description = "The shards and the addresses of their gRPC doors, with commas between them. The first one"
                    + " keeps the cluster's catalog: all routers must name the same.")
    private List<String> shards = List.of();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "27017",
            description = "Where clients connect (${DEFAULT-VALUE}; 0: any free port).")
    private int port;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "28017",
            description = "Console, metrics and health (${DEFAULT-VALUE}; 0: any free port).")
    private int httpPort;

    @Option(
            names = "--default-sharding",
            paramLabel = "hashed|none",
            defaultValue = "hashed",
            description = "Spread new collections over all shards by the hash of _id, or keep each on one shard"
                    + " (${DEFAULT-VALUE}).")
    private DefaultSharding defaultSharding = DefaultSharding.HASHED;

    @Option(
            names = "--temporary",
            paramLabel = "DIR",
            description = "Where running commands keep what they cannot hold in memory (a folder in the system's"
                    + " folder for such things).")
    private @Nullable Path temporary;

    @Override
    public Integer call() throws InterruptedException {
        service.forgetReadiness();
        return Foreground.run(
                SingleRouter.start(
                        doorOptions.door(service.bind, port).withTestCommands(service.testCommands),
                        httpPort,
                        shardAddresses(shards),
                        temporary,
                        defaultSharding == DefaultSharding.HASHED),
                service);
    }

    /**
     * Reads {@code name=host:port} entries in their order.
     *
     * @throws StartupException naming the entry that is none, or the name that comes twice
     */
    static Map<String, Address> shardAddresses(List<String> entries) {
        Map<String, Address> addresses = new LinkedHashMap<>();
        for (String entry : entries) {
            int equals = entry.indexOf('=');
            if (equals < 1) {
                throw new StartupException("--shards: '" + entry + "' is not name=host:port.");
            }
            String name = entry.substring(0, equals).strip();
            try {
                Address earlier = addresses.put(
                        name, Address.parse(entry.substring(equals + 1).strip()));
                if (earlier != null) {
                    throw new StartupException("--shards names '" + name + "' twice.");
                }
            } catch (IllegalArgumentException e) {
                throw new StartupException("--shards: " + e.getMessage() + ".", e);
            }
        }
        return addresses;
    }
}
