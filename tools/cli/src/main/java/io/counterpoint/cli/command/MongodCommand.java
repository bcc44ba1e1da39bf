package io.counterpoint.cli.command;

import io.counterpoint.cli.cluster.LocalCluster;
import io.counterpoint.cli.cluster.RunningSystem;
import io.counterpoint.cli.cluster.UpConfig;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code counterpoint mongod}: {@code up} with the start arguments of MongoDB's server, for those who start a container
 * in place of MongoDB's. Collections stay on one shard each unless told otherwise, so that a unique index holds for all
 * of a collection, as whoever starts a {@code mongod} expects. Arguments that it does not know are refused.
 */
@Command(
        name = "mongod",
        description = "Starts a router and shards with the start arguments of mongod.",
        mixinStandardHelpOptions = true,
        hidden = true,
        sortOptions = false)
final class MongodCommand implements Callable<Integer> {
    @Mixin
    private final ServiceOptions service = new ServiceOptions();

    @Option(
            names = "--replSet",
            paramLabel = "NAME",
            description = "Taken, for clients of a replica set work the same with a router; there is no set of that"
                    + " name.")
    private @Nullable String replicaSet;

    @Option(names = "--bind_ip_all", description = "Listen on every address.")
    private boolean everyAddress;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "27017",
            description = "Where clients connect (${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "28017",
            description = "Console, metrics and health (${DEFAULT-VALUE}).")
    private int httpPort;

    @Option(
            names = {"--dbpath"},
            paramLabel = "DIR",
            defaultValue = "counterpoint-data",
            description = "The folder that everything is kept in (${DEFAULT-VALUE}).")
    private Path data = Path.of("");

    @Option(
            names = "--shards",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many shards (${DEFAULT-VALUE}).")
    private int shards;

    @Option(
            names = "--default-sharding",
            paramLabel = "hashed|none",
            defaultValue = "none",
            description = "Keep each new collection on one shard, or spread it (${DEFAULT-VALUE}).")
    private DefaultSharding defaultSharding = DefaultSharding.NONE;

    @Override
    public Integer call() throws InterruptedException {
        service.forgetReadiness();
        RunningSystem system = LocalCluster.start(new UpConfig(
                shards,
                everyAddress ? "0.0.0.0" : service.bind,
                port,
                UpCommand.SHARD_PORT,
                httpPort,
                data,
                defaultSharding == DefaultSharding.HASHED,
                service.testCommands));
        if (replicaSet != null) {
            System.out.println("A router answers in place of the replica set " + replicaSet);
        }
        // What those wait for who start a mongod.
        System.out.println("Waiting for connections");
        return Foreground.run(system, service);
    }
}
