package io.counterpoint.cli.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.ClusterStatus;
import io.counterpoint.cli.probe.ClusterStatus.CounterStatus;
import io.counterpoint.cli.probe.ClusterStatus.ProcessStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class HttpDoorTest {
    private static final String LOOPBACK = "127.0.0.1";

    private final FakeProcess process = new FakeProcess();
    private final HttpDoor door = HttpDoor.open(LOOPBACK, 0, process);

    @AfterEach
    void close() {
        door.close();
    }

    @Test
    void healthAndReadinessAreTwoThings() throws IOException, InterruptedException {
        assertThat(get("health/live").statusCode()).isEqualTo(200);
        assertThat(get("health/ready").statusCode()).isEqualTo(200);

        process.shardTrouble = "Connection refused";
        assertThat(get("health/live").statusCode()).isEqualTo(200);
        assertThat(get("health/ready").statusCode()).isEqualTo(503);

        process.serving = false;
        assertThat(get("health/live").statusCode()).isEqualTo(503);
    }

    @Test
    void metricsAreThoseOfTheProcess() throws IOException, InterruptedException {
        HttpResponse<String> answer = get("metrics");

        assertThat(answer.body()).isEqualTo("counterpoint_commands_total 7\n");
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(
                        type -> assertThat(type).startsWith("text/plain").contains("version=0.0.4"));
    }

    @Test
    void statusShowsEachShardBesideTheRoutersRow() throws IOException, InterruptedException {
        JsonNode status = new ObjectMapper().readTree(get("api/status").body());

        assertThat(status.path("kind").asText()).isEqualTo("cluster");
        JsonNode counter = status.path("cluster").path("counters").path(0);
        assertThat(counter.path("router").asText()).isEqualTo("9007199254740993");
        assertThat(counter.path("shards").path("shard1").asText()).isEqualTo("7");
        assertThat(status.path("cluster").path("shards").path(0).path("trouble").isNull())
                .isTrue();
    }

    @Test
    void thePageBringsEverythingItUses() throws IOException, InterruptedException {
        String page = get("").body();
        assertThat(page).contains("<title>Counterpoint</title>").doesNotContain("http://", "https://");

        assertThat(get("console.css").statusCode()).isEqualTo(200);
        assertThat(get("console.js").body()).contains("/api/status").doesNotContain("http://", "https://");
        assertThat(get("").headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).startsWith("default-src 'none'"));
    }

    @Test
    void aForeignHostNameGetsNothing() throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), door.address().port())) {
            socket.getOutputStream()
                    .write("GET /api/status HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));

            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 421").doesNotContain("counters");
        }
    }

    @Test
    void whoHasNoTokenChangesNothing() throws IOException, InterruptedException {
        assertThat(post("api/insert", null, null).statusCode()).isEqualTo(403);
        assertThat(post("api/insert", "guessed", null).statusCode()).isEqualTo(403);
        assertThat(post("api/lab", door.token(), "http://evil.example").statusCode())
                .isEqualTo(403);
        // Let through, and refused by the cluster, which is not there.
        assertThat(post("api/insert", door.token(), door.address().httpUrl().replaceFirst("/$", ""))
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void aConsoleForEverybodyChangesNothing() {
        try (HttpDoor open = HttpDoor.open("0.0.0.0", 0, process)) {
            assertThat(open.token()).isNull();
        }
        assertThat(new ActionGuard("0.0.0.0").objection("localhost:1", null, "anything"))
                .contains("loopback");
    }

    @Test
    void onlyListedReportsAreServed() throws IOException, InterruptedException {
        assertThat(get("reports/..%2f..%2fpom.xml").statusCode()).isNotEqualTo(200);
        assertThat(get("reports/nothing").statusCode()).isEqualTo(404);
    }

    private HttpResponse<String> post(String path, @Nullable String token, @Nullable String origin)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(door.address().httpUrl() + path))
                .POST(HttpRequest.BodyPublishers.ofString("{\"collection\": \"shop.orders\"}"));
        if (token != null) {
            request.header(ActionGuard.TOKEN_HEADER, token);
        }
        if (origin != null) {
            request.header("Origin", origin);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aTakenPortIsNamed() {
        int port = door.address().port();

        assertThatThrownBy(() -> HttpDoor.open(LOOPBACK, port, process))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("Port " + port)
                .hasMessageContaining("--http-port");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(door.address().httpUrl() + path))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static final class FakeProcess implements ObservedProcess {
        private volatile boolean serving = true;
        private volatile @Nullable String shardTrouble;

        @Override
        public String kind() {
            return "cluster";
        }

        @Override
        public String version() {
            return "1.2.3";
        }

        @Override
        public boolean serving() {
            return serving;
        }

        @Override
        public ClusterStatus status() {
            return new ClusterStatus(
                    new ProcessStatus("router", "mongodb://127.0.0.1:1/", null),
                    List.of(new ProcessStatus("shard1", "mongodb://127.0.0.1:2/", shardTrouble)),
                    List.of(new CounterStatus(
                            "shop.orders.id", "shop.orders", "id", "9007199254740993", Map.of("shard1", "7"))),
                    true);
        }

        @Override
        public Path reports() {
            return Path.of("no reports");
        }

        @Override
        public String metrics() {
            return "counterpoint_commands_total 7\n";
        }
    }
}
