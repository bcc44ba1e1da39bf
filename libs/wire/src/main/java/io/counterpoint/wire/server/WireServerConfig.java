package io.counterpoint.wire.server;

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
}
