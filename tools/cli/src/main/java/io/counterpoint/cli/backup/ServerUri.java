package io.counterpoint.cli.backup;

import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import java.util.Locale;

/** Reads connection strings: of a router or of one shard, without credentials. */
final class ServerUri {
    private static final String SCHEME = "mongodb://";
    private static final int PORT_DEFAULT = 27_017;

    private ServerUri() {}

    /**
     * The address in a connection string; the first of several.
     *
     * @throws StartupException when it has another form, or asks for what this program does not do as a client
     */
    static Address parse(String uri) {
        if (!uri.startsWith(SCHEME)) {
            throw new StartupException("--uri must begin with " + SCHEME + ", not '" + uri + "'.");
        }
        String rest = uri.substring(SCHEME.length());
        int slash = rest.indexOf('/');
        String hosts = slash < 0 ? rest : rest.substring(0, slash);
        String options = slash < 0 ? "" : rest.substring(slash).toLowerCase(Locale.ROOT);
        if (hosts.indexOf('@') >= 0) {
            throw new StartupException("--uri: logging in is not supported by this command.");
        }
        if (options.contains("tls=true") || options.contains("ssl=true")) {
            throw new StartupException("--uri: TLS is not supported by this command.");
        }
        String host = hosts.split(",", -1)[0];
        boolean port = host.lastIndexOf(':') > host.lastIndexOf(']');
        try {
            return Address.parse(port ? host : host + ":" + PORT_DEFAULT);
        } catch (IllegalArgumentException e) {
            throw new StartupException("--uri: " + e.getMessage() + ".", e);
        }
    }
}
