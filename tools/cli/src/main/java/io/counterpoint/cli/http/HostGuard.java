package io.counterpoint.cli.http;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides which {@code Host} headers to answer. A web page of somebody else can make a browser ask a server on this
 * machine, under a name that resolves to it (DNS rebinding), and read the answer; such a request carries that name. IP
 * addresses cannot be rebound, names without a dot ({@code localhost}, a container's name) are not given out to
 * strangers, and the name that the server was told to listen on is its owner's choice. Immutable; any thread.
 */
final class HostGuard {
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern LOCAL_NAME = Pattern.compile("[a-z0-9_-]+");
    private static final Pattern PORT = Pattern.compile(":\\d{1,5}$");

    private final String bindHost;

    /** @param bindHost the name or address that the server listens on */
    HostGuard(String bindHost) {
        this.bindHost = bindHost.toLowerCase(Locale.ROOT);
    }

    boolean allows(@Nullable String hostHeader) {
        if (hostHeader == null) {
            return false;
        }
        String host = PORT.matcher(hostHeader).replaceFirst("").toLowerCase(Locale.ROOT);
        boolean ipv6 = host.startsWith("[") && host.endsWith("]");
        return ipv6
                || LOCAL_NAME.matcher(host).matches()
                || host.equals(bindHost)
                || IPV4.matcher(host).matches();
    }
}
