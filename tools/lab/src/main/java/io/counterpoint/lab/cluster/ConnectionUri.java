package io.counterpoint.lab.cluster;

import com.mongodb.ConnectionString;

/** Connection strings as a user gives them, with what the laboratory adds. */
public final class ConnectionUri {
    private static final String HOSTS_ALONE = "[^:]+://[^/?]*";

    private ConnectionUri() {}

    /**
     * A connection string with more options behind its own.
     *
     * @param options {@code name=value}, with {@code &} between them
     * @throws IllegalArgumentException when it is no connection string
     */
    public static ConnectionString with(String uri, String options) {
        String separator = uri.contains("?") ? "&" : uri.matches(HOSTS_ALONE) ? "/?" : "?";
        return new ConnectionString(uri + separator + options);
    }
}
