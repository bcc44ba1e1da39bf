package io.counterpoint.cli.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.counterpoint.cli.probe.Address;
import io.counterpoint.cli.probe.ClusterStatus;
import io.counterpoint.cli.probe.ClusterStatus.ProcessStatus;
import io.counterpoint.cli.probe.SequenceDesk;
import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the console asks for beside the status: {@code GET /api/sequence?id=…}, {@code GET /api/lab}, {@code GET
 * /reports/NAME}; and what it does, each a POST with a JSON body that {@link ActionGuard} lets through:
 * {@code /api/insert}, {@code /api/create}, {@code /api/counter}, {@code /api/lab}. A refusal is {@code {"error":
 * text}}.
 */
final class ConsoleRoutes {
    /** A report brings its script inside; the sandbox gives it an origin of its own, so it can ask for nothing here. */
    private static final String REPORT_POLICY =
            "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:;"
                    + " sandbox allow-scripts";

    private static final int BODY_BYTES_MAX = 10_000;

    private final ObservedProcess process;
    private final ActionGuard guard;
    private final Experiments experiments;
    private final ObjectMapper json = new ObjectMapper();

    ConsoleRoutes(ObservedProcess process, ActionGuard guard) {
        this.process = process;
        this.guard = guard;
        this.experiments = new Experiments(process.reports());
    }

    void addTo(Javalin server) {
        server.get(
                "/api/sequence", answering(context -> send(context, desk().look(required(context.queryParam("id"))))));
        server.get("/api/lab", answering(context -> send(context, experiments.state())));
        server.get("/reports/{name}", this::report);
        server.post(
                "/api/insert",
                acting((context, body) -> desk().insert(
                                body.path("collection").asText(),
                                body.path("count").asInt(1))));
        server.post(
                "/api/create",
                acting((context, body) -> desk().create(
                                body.path("collection").asText(),
                                body.path("field").asText())));
        server.post(
                "/api/counter",
                acting((context, body) -> desk().set(
                                body.path("id").asText(),
                                number(body.path("last").asText()),
                                body.path("shard").isTextual()
                                        ? body.path("shard").asText()
                                        : null)));
        server.post(
                "/api/lab",
                acting((context, body) -> experiments.start(
                        body.path("scenario").asText(), body.path("mode").asText(), routerUri())));
    }

    private interface Action {
        void run(Context context, JsonNode body) throws IOException;
    }

    private Handler acting(Action action) {
        return answering(context -> {
            String objection = guard.objection(
                    context.header("Host"), context.header("Origin"), context.header(ActionGuard.TOKEN_HEADER));
            if (objection != null) {
                refuse(context, HttpStatus.FORBIDDEN, objection);
                return;
            }
            if (context.bodyAsBytes().length > BODY_BYTES_MAX) {
                refuse(context, HttpStatus.CONTENT_TOO_LARGE, "That is too much.");
                return;
            }
            JsonNode body = json.readTree(context.bodyAsBytes());
            action.run(context, body);
            send(context, Map.of("done", true));
        });
    }

    /** What cannot be done is said, as a refusal of what was asked. */
    private Handler answering(Handler handler) {
        return context -> {
            try {
                handler.handle(context);
            } catch (IOException | IllegalArgumentException e) {
                refuse(context, HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
            }
        };
    }

    private void send(Context context, Object value) throws IOException {
        context.contentType("application/json").result(json.writeValueAsBytes(value));
    }

    private void refuse(Context context, HttpStatus status, String text) throws IOException {
        ObjectNode refusal = json.createObjectNode().put("error", text);
        context.status(status).contentType("application/json").result(json.writeValueAsBytes(refusal));
    }

    private void report(Context context) throws IOException {
        Path report = experiments.report(context.pathParam("name"));
        if (report == null) {
            context.status(HttpStatus.NOT_FOUND);
            return;
        }
        context.header("Content-Security-Policy", REPORT_POLICY);
        context.contentType("text/html; charset=utf-8").result(Files.readAllBytes(report));
    }

    private SequenceDesk desk() throws IOException {
        ClusterStatus status = process.status();
        Map<String, Address> shards = new TreeMap<>();
        status.shards().forEach(shard -> shards.put(shard.name(), addressOf(shard)));
        ProcessStatus front = status.router();
        if (front == null) {
            if (status.shards().isEmpty()) {
                throw new IOException("Nothing serves yet.");
            }
            front = status.shards().get(0);
        }
        return new SequenceDesk(addressOf(front), shards);
    }

    private String routerUri() throws IOException {
        ProcessStatus router = process.status().router();
        if (router == null) {
            throw new IOException("An experiment needs a router; this is a single shard.");
        }
        return router.uri();
    }

    private static Address addressOf(ProcessStatus process) {
        return Address.ofUri(process.uri());
    }

    private static String required(@Nullable String value) {
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException("Which one? The parameter id is missing.");
        }
        return value;
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no whole number of 64 bits.", e);
        }
    }
}
