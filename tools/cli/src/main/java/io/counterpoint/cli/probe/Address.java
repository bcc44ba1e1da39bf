package io.counterpoint.cli.probe;

import java.net.URI;

/**
 * Where a process listens.
 *
 * @param host a name or an IP address, IPv6 without brackets
 * @param port in [1, 65535]
 */
public record Address(String host, int port) {

    /**
     * Reads {@code host:port}, IPv6 in brackets.
     *
     * @throws IllegalArgumentException when the text has no such form
     */
    public static Address parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("'" + text + "' is not host:port");
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port;
        try {
            port = Integer.parseInt(text.substring(colon + 1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' has no port number", e);
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("'" + text + "' has a port outside [1, 65535]");
        }
        return new Address(host, port);
    }

    /**
     * Reads {@code scheme://host:port/…}, such as {@link #mongoUri()} writes.
     *
     * @throws IllegalArgumentException when the text has no such form
     */
    public static Address ofUri(String uri) {
        String authority = URI.create(uri).getAuthority();
        return parse(authority == null ? "" : authority);
    }

    /**
     * Where a socket that listens on a host is reached from this machine: one that listens on every address is reached
     * on the loopback.
     */
    public static Address listening(String bindHost, int port) {
        return new Address(reachable(bindHost), port);
    }

    /** The host that this machine reaches a socket at which listens on {@code bindHost}. */
    public static String reachable(String bindHost) {
        return switch (bindHost) {
            case "0.0.0.0" -> "127.0.0.1";
            case "::", "0:0:0:0:0:0:0:0" -> "::1";
            default -> bindHost;
        };
    }

    /** {@code host:port}, IPv6 in brackets. */
    public String hostAndPort() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    /** The connection string for drivers and shells. */
    public String mongoUri() {
        return "mongodb://" + hostAndPort() + "/";
    }

    /** The address for browsers. */
    public String httpUrl() {
        return "http://" + hostAndPort() + "/";
    }
}
