package io.counterpoint.cli.cluster;

import io.counterpoint.cli.failure.StartupException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/**
 * Looks whether ports can be had before anything is started, so that the refusal names the flag, and nothing has to be
 * undone. Somebody can still take a port in between; then the server itself fails.
 */
final class Ports {
    private static final int PORT_MAX = 65_535;
    private static final String SHARD_FLAG = "--shard-port";

    private Ports() {}

    /**
     * Demands every port of a cluster.
     *
     * @param separate whether each shard is a process, with gRPC and HTTP ports of its own
     */
    static void requireFree(UpConfig config, int shardCount, boolean separate) {
        requireFree(config.bindHost(), config.port(), "--port");
        requireFree(config.bindHost(), config.httpPort(), "--http-port");
        for (int index = 0; index < shardCount; index++) {
            requireFree(config.bindHost(), config.wirePortOfShard(index), SHARD_FLAG);
            if (separate) {
                requireFree(config.bindHost(), config.rpcPortOfShard(index), SHARD_FLAG);
                requireFree(config.bindHost(), config.httpPortOfShard(index), SHARD_FLAG);
            }
        }
    }

    /**
     * Demands that a port can be listened on.
     *
     * @param port 0 is always free
     * @param flag the flag that chose it
     * @throws StartupException naming the port and the flag
     */
    static void requireFree(String bindHost, int port, String flag) {
        if (port < 0 || port > PORT_MAX) {
            throw new StartupException("Port " + port + " (" + flag + ") lies outside [0, " + PORT_MAX + "].");
        }
        if (port == 0) {
            return;
        }
        InetAddress address = resolve(bindHost);
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(address, port));
        } catch (IOException e) {
            throw new StartupException(
                    "Port " + port + " on " + bindHost + " is taken or not allowed: choose another with " + flag + ".",
                    e);
        }
    }

    private static InetAddress resolve(String bindHost) {
        try {
            return InetAddress.getByName(bindHost);
        } catch (UnknownHostException e) {
            throw new StartupException("There is no address for '" + bindHost + "' (--bind).", e);
        }
    }
}
