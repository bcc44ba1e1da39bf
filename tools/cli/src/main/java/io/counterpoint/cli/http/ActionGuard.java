package io.counterpoint.cli.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests may change something. There are no users yet, so only a server that listens on the loopback
 * takes any, and only from who knows the token of this start, which is printed with the address. A page of somebody
 * else cannot know it, cannot send the header without being asked about it first, and comes with its own
 * {@code Origin}. Immutable; any thread.
 */
final class ActionGuard {
    /** The request header that carries the token. */
    static final String TOKEN_HEADER = "X-Counterpoint-Token";

    private static final int TOKEN_BYTES = 16;

    private final boolean loopback;
    private final String token;

    /** @param bindHost the name or address that the server listens on */
    ActionGuard(String bindHost) {
        this.loopback = isLoopback(bindHost);
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        this.token = HexFormat.of().formatHex(random);
    }

    /** The token, null when no request can change anything. */
    @Nullable
    String token() {
        return loopback ? token : null;
    }

    /** Why a request may change nothing, null when it may. */
    @Nullable
    String objection(@Nullable String host, @Nullable String origin, @Nullable String given) {
        if (!loopback) {
            return "Only a console on the loopback can change anything.";
        }
        if (origin != null && !origin.equals("http://" + host)) {
            return "Another site asked for this.";
        }
        boolean known = given != null
                && MessageDigest.isEqual(
                        token.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
        return known ? null : "Open the console with the address that was printed at the start: it carries a token.";
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
