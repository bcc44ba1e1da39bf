package io.counterpoint.cli.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import io.counterpoint.cli.probe.ClusterStatus;
import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server of one process: {@code /} a page, {@code /api/status} what the page shows, {@code /health/live}: the
 * process serves, {@code /health/ready}: it and all it stands on answer, {@code /metrics}. What changes something is in
 * {@link ConsoleRoutes}; nothing comes from another host.
 */
public final class HttpDoor implements AutoCloseable {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String METRICS_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

    /** The page brings all it needs, so a browser is told to load nothing from anywhere else. */
    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'";

    /** A person with a browser and a scraper: Jetty needs four threads for itself. */
    private static final int THREADS_MAX = 12;

    private static final int THREADS_MIN = 2;

    private final Javalin server;
    private final Address address;
    private final @Nullable String token;

    private HttpDoor(Javalin server, Address address, @Nullable String token) {
        this.server = server;
        this.address = address;
        this.token = token;
    }

    /**
     * Listens and answers.
     *
     * @param bindHost name or address to listen on
     * @param port 0 for any free one
     * @throws StartupException when the port is taken
     */
    public static HttpDoor open(String bindHost, int port, ObservedProcess process) {
        HostGuard guard = new HostGuard(bindHost);
        ActionGuard actions = new ActionGuard(bindHost);
        ObjectMapper json = new ObjectMapper();
        Javalin server = Javalin.create(config -> {
            config.showJavalinBanner = false;
            config.startupWatcherEnabled = false;
            config.jetty.threadPool = new QueuedThreadPool(THREADS_MAX, THREADS_MIN);
        });
        server.before(context -> admit(context, guard));
        server.get("/health/live", context -> answer(context, process.serving()));
        server.get(
                "/health/ready",
                context -> answer(context, process.serving() && process.status().answers()));
        server.get("/metrics", context -> context.contentType(METRICS_FORMAT).result(process.metrics()));
        server.get("/api/status", context -> status(context, process, json));
        new ConsoleRoutes(process, actions).addTo(server);
        server.get("/", context -> resource(context, "index.html", "text/html; charset=utf-8"));
        server.get("/console.css", context -> resource(context, "console.css", "text/css; charset=utf-8"));
        server.get("/console.js", context -> resource(context, "console.js", "text/javascript; charset=utf-8"));
        try {
            server.start(bindHost, port);
        } catch (JavalinBindException e) {
            server.stop();
            throw new StartupException(
                    "Port " + port + " is taken: choose another with --http-port (console, metrics and health).", e);
        }
        return new HttpDoor(server, Address.listening(bindHost, server.port()), actions.token());
    }

    /** Where the server listens. */
    public Address address() {
        return address;
    }

    /** What a request needs to change something, null when none can: see {@link ActionGuard}. */
    public @Nullable String token() {
        return token;
    }

    @Override
    public void close() {
        server.stop();
    }

    private static void admit(Context context, HostGuard guard) {
        if (!guard.allows(context.header("Host"))) {
            context.status(HttpStatus.MISDIRECTED_REQUEST)
                    .contentType(TEXT)
                    .result("This server does not answer to that name.\n");
            context.skipRemainingHandlers();
            return;
        }
        context.header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        context.header("X-Content-Type-Options", "nosniff");
        context.header("Cache-Control", "no-store");
    }

    private static void answer(Context context, boolean good) {
        context.status(good ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
                .contentType(TEXT)
                .result(good ? "ok\n" : "not now\n");
    }

    private static void status(Context context, ObservedProcess process, ObjectMapper json)
            throws JsonProcessingException {
        ClusterStatus status = process.status();
        context.contentType("application/json").result(json.writeValueAsBytes(StatusPage.of(process, status)));
    }

    private static void resource(Context context, String name, String contentType) {
        try (InputStream in = HttpDoor.class.getResourceAsStream("/console/" + name)) {
            if (in == null) {
                context.status(HttpStatus.NOT_FOUND);
                return;
            }
            context.contentType(contentType).result(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
