package io.counterpoint.cli.cluster;

import io.counterpoint.cli.failure.StartupException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;

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
        Map<Integer, String> flagByPort = new HashMap<>();
        demand(config.bindHost(), config.port(), "--port", flagByPort);
        demand(config.bindHost(), config.httpPort(), "--http-port", flagByPort);
        for (int index = 0; index < shardCount; index++) {
            demand(config.bindHost(), config.wirePortOfShard(index), SHARD_FLAG, flagByPort);
            if (separate) {
                demand(config.bindHost(), config.rpcPortOfShard(index), SHARD_FLAG, flagByPort);
                demand(config.bindHost(), config.httpPortOfShard(index), SHARD_FLAG, flagByPort);
            }
        }
    }

    private static void demand(String bindHost, int port, String flag, Map<Integer, String> flagByPort) {
        requireFree(bindHost, port, flag);
        String earlier = port == 0 ? null : flagByPort.put(port, flag);
        if (earlier != null) {
            throw new StartupException("Port " + port + " is wanted twice, by " + earlier + " and by " + flag
                    + ", of which each shard takes one: choose others.");
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
            if (!canListen(address)) {
                throw new StartupException(
                        "Nothing can listen on " + bindHost + " (--bind): it is no address of this machine.", e);
            }
            throw new StartupException(
                    "Port " + port + " on " + bindHost + " is taken or not allowed: choose another with " + flag + ".",
                    e);
        }
    }

    /** Whether any port of the address can be had: if not, the port is not to blame. */
    private static boolean canListen(InetAddress address) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(address, 0));
            return true;
        } catch (IOException e) {
            return false;
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
