package io.counterpoint.cli.command;

import io.counterpoint.cli.cluster.LocalCluster;
import io.counterpoint.cli.cluster.ProcessCluster;
import io.counterpoint.cli.cluster.RunningSystem;
import io.counterpoint.cli.cluster.UpConfig;
import io.counterpoint.cli.version.ProductVersion;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code counterpoint up}: a router and its shards on this machine. */
@Command(
        name = "up",
        description = "Starts a router and shards on this machine and keeps their data in a folder between runs.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        sortOptions = false)
final class UpCommand implements Callable<Integer> {
    /** Where clients connect to the first shard when nothing else is said. */
    static final int SHARD_PORT = 27_101;

    @Mixin
    private final ServiceOptions service = new ServiceOptions();

    @Option(
            names = "--shards",
            paramLabel = "N",
            description = "How many shards (as many as the data folder holds, 3 in a new one).")
    private @Nullable Integer shards;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "27017",
            description = "Where clients connect to the router (${DEFAULT-VALUE}; 0: any free port).")
    private int port;

    @Option(
            names = "--shard-port",
            paramLabel = "PORT",
            defaultValue = "" + SHARD_PORT,
            description = "Where clients connect to the first shard; the others follow (${DEFAULT-VALUE}; 0: any free"
                    + " ports). With --processes each shard also listens 100 (gRPC) and 1000 (HTTP) higher.")
    private int shardPort;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "28017",
            description = "Console, metrics and health (${DEFAULT-VALUE}; 0: any free port).")
    private int httpPort;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "counterpoint-data",
            description = "The folder that everything is kept in (${DEFAULT-VALUE}, made when it is not there).")
    private Path data = Path.of("");

    @Option(
            names = "--default-sharding",
            paramLabel = "hashed|none",
            defaultValue = "hashed",
            description = "Spread new collections over all shards by the hash of _id, or keep each on one shard"
                    + " (${DEFAULT-VALUE}).")
    private DefaultSharding defaultSharding = DefaultSharding.HASHED;

    @Option(names = "--processes", description = "One process for the router and each shard instead of one for all.")
    private boolean processes;

    @Override
    public Integer call() throws InterruptedException {
        service.forgetReadiness();
        UpConfig config = new UpConfig(
                shards,
                service.bind,
                port,
                shardPort,
                httpPort,
                data,
                defaultSharding == DefaultSharding.HASHED,
                service.testCommands);
        RunningSystem system = processes ? ProcessCluster.start(config) : LocalCluster.start(config);
        return Foreground.run(system, service);
    }
}
