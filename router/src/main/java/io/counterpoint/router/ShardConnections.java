package io.counterpoint.router;

import io.counterpoint.base.Environment;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.router.catalog.ClusterMembership;
import io.counterpoint.router.catalog.ConfigDatabase;
import io.counterpoint.router.catalog.ShardAddress;
import io.counterpoint.router.rpc.ChannelFactory;
import io.counterpoint.router.rpc.GrpcShardClient;
import io.counterpoint.router.rpc.Pause;
import io.counterpoint.router.rpc.ShardClient;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.Shards;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Connects a router that starts to its shards: by the addresses it was given, and by those the catalog has for the
 * others. Waits: for the starting thread only.
 */
final class ShardConnections {
    private static final long RETRY_MILLIS = 50;

    private final Environment environment;
    private final ChannelFactory channels;
    private final String router;
    private final long untilNanos;

    /**
     * Connections of a router.
     *
     * @param router its address, for the logs of shards
     * @param waitMillis how long to wait for shards that do not answer yet
     */
    ShardConnections(Environment environment, ChannelFactory channels, String router, long waitMillis) {
        this.environment = environment;
        this.channels = channels;
        this.router = router;
        untilNanos = environment.clock().nanos() + waitMillis * 1_000_000;
    }

    /**
     * Connected shards.
     *
     * @param shards the clients, the shard with the catalog first
     * @param addresses where they are reached, by name
     */
    record Connected(Shards shards, Map<String, ShardAddress> addresses) {}

    /**
     * Connects.
     *
     * @throws CommandException HostUnreachable (6) naming the address of a shard that did not answer in time;
     *     IllegalOperation (20) when two addresses lead to shards of one name
     */
    Connected connect(List<String> given) {
        Map<String, ShardAddress> addresses = new LinkedHashMap<>();
        List<ShardClient> clients = new ArrayList<>();
        try {
            for (String address : given) {
                clients.add(connect(address, addresses));
            }
            ConfigDatabase config = new ConfigDatabase(new Shards(clients));
            for (Map.Entry<String, String> known :
                    await(ClusterMembership.knownAddresses(config)).entrySet()) {
                if (!addresses.containsKey(known.getKey())) {
                    clients.add(connect(known.getValue(), addresses));
                }
            }
        } catch (RuntimeException failure) {
            clients.forEach(ShardClient::close);
            throw failure;
        }
        return new Connected(new Shards(clients), addresses);
    }

    private ShardClient connect(String address, Map<String, ShardAddress> addresses) {
        ClusterMembership.Identity identity = identify(address);
        String wire = identity.wire().isEmpty() ? address : identity.wire();
        if (addresses.put(identity.name(), new ShardAddress(address, wire)) != null) {
            throw new CommandException(
                    ErrorCode.ILLEGAL_OPERATION,
                    "two of the addresses lead to shards that are called " + identity.name());
        }
        GrpcShardClient client = client(identity.name(), address);
        client.register(environment.metrics());
        return client;
    }

    private ClusterMembership.Identity identify(String address) {
        try (ShardClient stranger = client("at " + address, address)) {
            while (true) {
                try {
                    return await(ClusterMembership.identify(stranger));
                } catch (CommandException refusal) {
                    if (!refusal.code().equals(ErrorCode.HOST_UNREACHABLE)
                            || environment.clock().nanos() - untilNanos > 0) {
                        throw refusal;
                    }
                    await(Pause.of(environment.timers(), RETRY_MILLIS));
                }
            }
        }
    }

    private GrpcShardClient client(String name, String address) {
        return new GrpcShardClient(
                name,
                router,
                channels.open(address),
                environment.clock(),
                environment.clusterClock(),
                environment.timers());
    }

    /** The result, or the refusal that the future failed with. */
    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException failure) {
            CommandException refusal = ShardReplies.refusalIn(failure);
            throw refusal != null ? refusal : failure;
        }
    }
}
