package io.counterpoint.cli.command;

import io.counterpoint.cli.cluster.SingleShard;
import io.counterpoint.cli.version.ProductVersion;
import io.counterpoint.shard.ShardConfig;
import io.counterpoint.wire.server.WireServerConfig;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code counterpoint shard}: one shard by itself, which is a complete server of its own. */
@Command(
        name = "shard",
        description = "Starts one shard: part of a cluster, or a complete server by itself.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        sortOptions = false)
final class ShardCommand implements Callable<Integer> {
    @Mixin
    private final ServiceOptions service = new ServiceOptions();

    @Mixin
    private final DoorOptions doorOptions = new DoorOptions();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "shard1",
            description = "The shard's name in its cluster; its data belong to it (${DEFAULT-VALUE}).")
    private String name = "";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "27101",
            description = "Where clients connect (${DEFAULT-VALUE}; 0: any free port).")
    private int port;

    @Option(
            names = "--grpc-port",
            paramLabel = "PORT",
            defaultValue = "27201",
            description = "Where routers and other shards connect (${DEFAULT-VALUE}; 0: any free port).")
    private int grpcPort;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "28101",
            description = "Console, metrics and health (${DEFAULT-VALUE}; 0: any free port).")
    private int httpPort;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "counterpoint-data/shard1",
            description = "The shard's folder (${DEFAULT-VALUE}, made when it is not there).")
    private Path data = Path.of("");

    @Override
    public Integer call() throws InterruptedException {
        service.forgetReadiness();
        WireServerConfig wire = doorOptions.door(service.bind, port).withTestCommands(service.testCommands);
        ShardConfig config = new ShardConfig(name, data, wire, grpcPort, null);
        return Foreground.run(SingleShard.start(config, httpPort), service);
    }
}
