package io.counterpoint.cli.cluster;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What {@code up} was asked for. Ports are in [0, 65535]; 0 means any free one.
 *
 * @param shards how many, null for as many as the data folder holds
 * @param bindHost name or address that everything listens on
 * @param port the router's wire port
 * @param shardPort wire port of the first shard; shard i listens on {@code shardPort + i - 1}
 * @param httpPort console, metrics and health
 * @param data folder of the shards' folders
 * @param hashedByDefault whether new collections are spread over all shards by the hash of {@code _id}
 * @param testCommands whether router and shards take commands that are there for tests
 */
public record UpConfig(
        @Nullable Integer shards,
        String bindHost,
        int port,
        int shardPort,
        int httpPort,
        Path data,
        boolean hashedByDefault,
        boolean testCommands) {
    /** A cluster without the commands for tests. */
    public UpConfig(
            @Nullable Integer shards,
            String bindHost,
            int port,
            int shardPort,
            int httpPort,
            Path data,
            boolean hashedByDefault) {
        this(shards, bindHost, port, shardPort, httpPort, data, hashedByDefault, false);
    }

    /** In child processes the shards' gRPC ports lie this far above their wire ports. */
    private static final int RPC_PORT_DISTANCE = 100;

    /** In child processes the shards' HTTP ports lie this far above their wire ports. */
    private static final int HTTP_PORT_DISTANCE = 1_000;

    int wirePortOfShard(int index) {
        return shardPort == 0 ? 0 : shardPort + index;
    }

    int rpcPortOfShard(int index) {
        return shardPort == 0 ? 0 : shardPort + RPC_PORT_DISTANCE + index;
    }

    int httpPortOfShard(int index) {
        return shardPort == 0 ? 0 : shardPort + HTTP_PORT_DISTANCE + index;
    }
}
