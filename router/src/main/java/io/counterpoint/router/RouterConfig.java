package io.counterpoint.router;

import io.counterpoint.wire.server.WireServerConfig;
import java.nio.file.Path;
import java.util.List;

/**
 * How a router is to run. Immutable; read once at the start.
 *
 * @param wire where clients connect
 * @param shards where shards are reached, in the terms of the channel factory; the first one holds the catalog. Shards
 *     of a cluster that exists already need not be named: the catalog knows them
 * @param hashedByDefault whether new collections are spread over all shards by the hash of {@code _id}; otherwise each
 *     stays on its database's primary shard
 * @param temporaryFolder where the router makes a folder, named after its port, for what running commands cannot hold
 *     in memory
 * @param startMillisMax how long the start waits for shards that do not answer yet
 */
public record RouterConfig(
        WireServerConfig wire,
        List<String> shards,
        boolean hashedByDefault,
        Path temporaryFolder,
        long startMillisMax) {
    /** Enough for shards that are started at the same time and have to recover first. */
    public static final long START_MILLIS_MAX_DEFAULT = 30_000;

    /** Copies the list and demands a shard. */
    public RouterConfig {
        shards = List.copyOf(shards);
        if (shards.isEmpty()) {
            throw new IllegalArgumentException("a router needs the address of at least one shard");
        }
    }

    /** A router with the defaults. */
    public static RouterConfig of(WireServerConfig wire, List<String> shards, Path temporaryFolder) {
        return new RouterConfig(wire, shards, true, temporaryFolder, START_MILLIS_MAX_DEFAULT);
    }
}
