package io.counterpoint.wire.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * How the client door is set up.
 *
 * @param host name or address to listen on
 * @param port port to listen on; 0 takes a free one
 * @param connectionCountMax most connections at once; more are closed as they come
 */
public record WireServerConfig(String host, int port, int connectionCountMax) {
    /** As many as MongoDB takes by default. */
    public static final int CONNECTION_COUNT_MAX_DEFAULT = 65_536;

    /** A door with the default limit. */
    public static WireServerConfig of(String host, int port) {
        return new WireServerConfig(host, port, CONNECTION_COUNT_MAX_DEFAULT);
    }

    /**
     * The same with a port that is free just now in place of 0: for a process that has to tell others its address
     * before it listens.
     *
     * @throws IOException when the host has no free port
     */
    public WireServerConfig withChosenPort() throws IOException {
        if (port != 0) {
            return this;
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(host, 0));
            return new WireServerConfig(host, probe.getLocalPort(), connectionCountMax);
        }
    }
}
