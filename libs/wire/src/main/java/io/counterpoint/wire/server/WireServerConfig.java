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
 * @param memory what clients can make the process hold
 * @param advertisedHost name or address that others are told to use: in {@code hello}, in the catalog. Differs from
 *     {@code host} where that one is an address to listen on that nobody can connect to, such as 0.0.0.0
 * @param testCommands whether clients may use commands that are there for tests, {@code configureFailPoint} above all
 */
public record WireServerConfig(
        String host, int port, int connectionCountMax, DoorMemory memory, String advertisedHost, boolean testCommands) {
    /** As many as MongoDB takes by default. */
    public static final int CONNECTION_COUNT_MAX_DEFAULT = 65_536;

    /** A door that is known by the host it listens on, with the default limit. */
    public static WireServerConfig of(String host, int port) {
        return new WireServerConfig(host, port, CONNECTION_COUNT_MAX_DEFAULT, DoorMemory.GENEROUS, host, false);
    }

    /** The same under another name. */
    public WireServerConfig advertisedAs(String name) {
        return new WireServerConfig(host, port, connectionCountMax, memory, name, testCommands);
    }

    /** The same with another limit, which is at least 1. */
    public WireServerConfig withConnectionCountMax(int count) {
        return new WireServerConfig(host, port, count, memory, advertisedHost, testCommands);
    }

    /** The same with other bounds of memory. */
    public WireServerConfig withMemory(DoorMemory bounds) {
        return new WireServerConfig(host, port, connectionCountMax, bounds, advertisedHost, testCommands);
    }

    /** The same with or without the commands for tests. */
    public WireServerConfig withTestCommands(boolean on) {
        return new WireServerConfig(host, port, connectionCountMax, memory, advertisedHost, on);
    }

    /** {@code host:port} that others are told; the port must be chosen. */
    public String advertisedAddress() {
        return advertisedHost + ":" + port;
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
            return new WireServerConfig(
                    host, probe.getLocalPort(), connectionCountMax, memory, advertisedHost, testCommands);
        }
    }
}
