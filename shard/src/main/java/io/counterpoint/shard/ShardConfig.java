package io.counterpoint.shard;

import io.counterpoint.wire.server.WireServerConfig;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a shard is to run. Immutable; read once at the start.
 *
 * @param name unique in its cluster; belongs to the data folder from its first start on
 * @param dataFolder where everything is kept; made if it is not there
 * @param wire where clients connect
 * @param rpcPort where routers connect by network, on the host of {@code wire}; 0 for any free port, null for no such
 *     door
 * @param inProcessName under which routers of the same process connect; null for no such door
 */
public record ShardConfig(
        String name,
        Path dataFolder,
        WireServerConfig wire,
        @Nullable Integer rpcPort,
        @Nullable String inProcessName) {}
